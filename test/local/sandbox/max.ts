import { sandboxAdministrator } from './administrator.ts'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { MAX_API_URL: 'platform-api2.max.ru' } as const
const token = 'sandbox-max-token'
/** The account name of the sandbox's bot in a deployment. */
export const maxAccount = { id: 'max-main', token } as const
const parameters = { [`max/bots/${maxAccount.id}`]: token }

const refusal = (status: number, code: string, message: string): SandboxResponse => ({
  status,
  body: { code, message },
})

/** Refusals of MAX, for scripts of the sandbox. */
export const maxRefusals = {
  banned: { status: 429, body: { code: 'too.many.requests', message: '' } },
  noRights: refusal(403, 'chat.denied', 'Not enough rights to write'),
  removed: refusal(404, 'chat.not.found', 'Chat not found'),
  /** MAX answers so to a deletion that it does not do. */
  undeletable: { status: 200, body: { success: false, code: 'message.denied', message: 'Message cannot be deleted' } },
} as const satisfies Record<string, SandboxResponse>

const admins = { members: [{ user_id: sandboxAdministrator, first_name: 'Alice', is_owner: true, is_admin: true }] }
const me = { user_id: 2, first_name: 'Streamer', username: 'streamer_max_bot', is_bot: true }

const memberOf = ({ body }: SandboxRequest, name: string): unknown => {
  try {
    return JSON.parse(body)[name]
  } catch {
    return undefined
  }
}

const success: SandboxResponse = { status: 200, body: { success: true } }

const subscribe = (request: SandboxRequest): SandboxResponse =>
  /^[\w-]{5,256}$/.test(String(memberOf(request, 'secret')))
    ? success
    : refusal(400, 'proto.payload', 'secret is malformed')

/** MAX's Bot API, as far as the service calls it. Its one bot is a member of every chat. https://dev.max.ru/docs-api */
export const createMax = (): StandIn => {
  const posted = new Set<string>()
  let lastSequence = 0

  const send = (request: SandboxRequest): SandboxResponse => {
    const chatId = Number(request.query.get('chat_id') ?? Number.NaN)
    const text = memberOf(request, 'text')
    if (!Number.isSafeInteger(chatId)) return refusal(400, 'proto.payload', 'chat_id is expected')
    if (typeof text !== 'string' || text.length > 4000)
      return refusal(400, 'proto.payload', 'text: size must be between 0 and 4000')
    const mid = `mid.${++lastSequence}`
    posted.add(mid)
    const recipient = { chat_id: chatId, chat_type: 'chat' }
    return {
      status: 200,
      body: { message: { recipient, timestamp: Date.now(), body: { mid, seq: lastSequence, text } } },
    }
  }

  const remove = ({ query }: SandboxRequest): SandboxResponse =>
    posted.delete(query.get('message_id') ?? '') ? success : refusal(404, 'not.found', 'Message not found')

  return {
    bases,
    parameters,
    answer: (request) => {
      if (request.headers['authorization'] !== token) return refusal(401, 'verify.token', 'Invalid access_token')
      if (request.method === 'GET' && request.path === '/me') return { status: 200, body: me }
      if (request.method === 'POST' && request.path === '/subscriptions') return subscribe(request)
      if (request.method === 'POST' && request.path === '/answers')
        return request.query.has('callback_id') ? success : refusal(400, 'proto.payload', 'callback_id is expected')
      if (/^\/chats\/-?\d+\/members\/admins$/.test(request.path)) return { status: 200, body: admins }
      if (request.path !== '/messages') return notFound
      if (request.method === 'POST') return send(request)
      return request.method === 'DELETE' ? remove(request) : notFound
    },
  }
}
