import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { MAX_API_URL: 'platform-api.max.ru' } as const
const token = 'sandbox-max-token'
/** The account id of the sandbox's bot, and its token in a deployment's parameters. */
const parameters = { 'max/bots/max-main': token }

const refusal = (status: number, code: string, message: string): SandboxResponse => ({
  status,
  body: { code, message },
})

/** What MAX answers when it does not do what it is asked, for the sandbox's scripts. */
export const maxRefusals = {
  tooManyRequests: refusal(429, 'too.many.requests', 'Too many requests'),
  chatDenied: refusal(403, 'chat.denied', 'chat.send.denied'),
  unauthorized: refusal(401, 'verify.token', 'Invalid access_token'),
} as const

const textOf = ({ body }: SandboxRequest): unknown => {
  try {
    return (JSON.parse(body) as { text?: unknown }).text
  } catch {
    return undefined
  }
}

/** MAX's Bot API, as far as the service calls it, with one bot that is in every chat. https://dev.max.ru/docs-api */
export const createMax = (): StandIn => {
  const standing = new Set<string>()
  let lastSequence = 0

  const send = (request: SandboxRequest): SandboxResponse => {
    const chatId = Number(request.query.get('chat_id') ?? Number.NaN)
    const text = textOf(request)
    if (!Number.isSafeInteger(chatId)) return refusal(400, 'proto.payload', 'chat_id is expected')
    if (typeof text !== 'string' || text.length > 4000)
      return refusal(400, 'proto.payload', 'text: size must be between 0 and 4000')
    const mid = `mid.${++lastSequence}`
    standing.add(mid)
    const recipient = { chat_id: chatId, chat_type: 'chat' }
    return {
      status: 200,
      body: { message: { recipient, timestamp: Date.now(), body: { mid, seq: lastSequence, text } } },
    }
  }

  const remove = ({ query }: SandboxRequest): SandboxResponse =>
    standing.delete(query.get('message_id') ?? '')
      ? { status: 200, body: { success: true } }
      : refusal(404, 'not.found', 'Message not found')

  return {
    bases,
    parameters,
    answer: (request) => {
      if (request.path !== '/messages') return notFound
      if (request.headers['authorization'] !== token) return maxRefusals.unauthorized
      if (request.method === 'POST') return send(request)
      return request.method === 'DELETE' ? remove(request) : notFound
    },
  }
}
