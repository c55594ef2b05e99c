import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { DISCORD_API_URL: 'discord.com/api/v10' } as const

/** The secret part of a webhook's address. */
export const discordToken = (id: string): string => `the_secret_part_of_the_address_of_the_webhook_${id}`

/** The address of a webhook, as Discord shows it to whoever has made it. */
export const discordAddress = (id: string): string => `https://discord.com/api/webhooks/${id}/${discordToken(id)}`

/** The path at which a webhook of the stand-in is called, as scripts and the log use it. */
export const discordPath = (id: string): string => `/webhooks/${id}/${discordToken(id)}`

const refusal = (status: number, code: number, message: string): SandboxResponse => ({
  status,
  body: { message, code },
})

/** Refusals of Discord, for scripts of the sandbox. https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
export const discordRefusals = {
  unknownWebhook: refusal(404, 10_015, 'Unknown Webhook'),
  unknownMessage: refusal(404, 10_008, 'Unknown Message'),
  invalidToken: refusal(401, 50_027, 'Invalid Webhook Token'),
  noRights: refusal(403, 50_013, 'Missing Permissions'),
  /** https://github.com/discord/discord-api-docs/issues/5810 */
  banned: { status: 429, body: 'error code: 1015' },
  blocked: { status: 403, body: '<!doctype html><title>Access denied</title>' },
  emptyMessage: refusal(400, 50_006, 'Cannot send an empty message'),
  /** https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit */
  rateLimited: (seconds: number): SandboxResponse => ({
    status: 429,
    headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'shared' },
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  }),
} as const

interface Message {
  readonly content?: unknown
  readonly components?: readonly { readonly components: readonly { readonly url: string }[] }[]
}

const [mostPosts, windowMs] = [30, 60_000]

const isRow = ({ components }: { readonly components: readonly { readonly url: string }[] }): boolean =>
  components.length <= 5 && components.every(({ url }) => /^https?:\/\//.test(url) && url.length <= 512)

const messageOf = ({ body }: SandboxRequest): Message => {
  try {
    return JSON.parse(body) as Message
  } catch {
    return {}
  }
}

/** Discord's webhooks, as far as the service calls them. Each id is that of a webhook until that is deleted. https://docs.discord.com/developers/resources/webhook */
export const createDiscord = (): StandIn => {
  const deleted = new Set<string>()
  const posted = new Set<string>()
  const posts = new Map<string, { begunAt: number; count: number }>()
  // Snowflakes are beyond the numbers that JavaScript holds exactly.
  let lastMessage = 1_301_234_567_890_123_456n

  /** The state of a webhook's limit after one more post. */
  const spend = (id: string, now: number) => {
    const found = posts.get(id)
    const window = found === undefined || found.begunAt + windowMs <= now ? { begunAt: now, count: 0 } : found
    window.count++
    posts.set(id, window)
    const seconds = (window.begunAt + windowMs - now) / 1000
    const headers = {
      'x-ratelimit-limit': String(mostPosts),
      'x-ratelimit-remaining': String(Math.max(0, mostPosts - window.count)),
      'x-ratelimit-reset-after': String(seconds),
    }
    return { isOver: window.count > mostPosts, seconds, headers }
  }

  const execute = (id: string, request: SandboxRequest): SandboxResponse => {
    const { isOver, seconds, headers } = spend(id, request.at)
    if (isOver) {
      const limited = discordRefusals.rateLimited(seconds)
      return { ...limited, headers: { ...limited.headers, ...headers } }
    }
    const { content, components = [] } = messageOf(request)
    if (typeof content !== 'string' || content.trim() === '') return discordRefusals.emptyMessage
    if (content.length > 2000 || components.length > 5 || !components.every(isRow))
      return refusal(400, 50_035, 'Invalid Form Body')
    const message = String(++lastMessage)
    posted.add(`${id}/${message}`)
    if (request.query.get('wait') !== 'true') return { status: 204, headers }
    const shown = request.query.get('with_components') === 'true' ? components : []
    return { status: 200, headers, body: { id: message, type: 0, content, components: shown, webhook_id: id } }
  }

  const show = (id: string): SandboxResponse => ({
    status: 200,
    body: { id, type: 1, name: 'Spidey Bot', channel_id: '1301234567890123400', application_id: null },
  })

  const remove = (id: string): SandboxResponse => {
    deleted.add(id)
    return { status: 204 }
  }

  return {
    bases,
    parameters: {},
    answer: (request) => {
      const [, id = '', token, message] = /^\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/.exec(request.path) ?? []
      if (id === '') return notFound
      if (deleted.has(id)) return discordRefusals.unknownWebhook
      if (token !== discordToken(id)) return discordRefusals.invalidToken
      if (message !== undefined && request.method === 'DELETE')
        return posted.delete(`${id}/${message}`) ? { status: 204 } : discordRefusals.unknownMessage
      switch (request.method) {
        case 'GET':
          return show(id)
        case 'POST':
          return execute(id, request)
        case 'DELETE':
          return remove(id)
        default:
          return refusal(405, 0, '405: Method Not Allowed')
      }
    },
  }
}
