import { sandboxAdministrator } from './administrator.ts'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = { TELEGRAM_API_URL: 'api.telegram.org' } as const
const token = '110201543:sandbox-telegram-token'
/** The account name of the sandbox's bot in a deployment. */
export const telegramAccount = { id: 'main', token } as const
const parameters = { [`telegram/bots/${telegramAccount.id}`]: token }

const refusal = (status: number, description: string, more: object = {}): SandboxResponse => ({
  status,
  body: { ok: false, error_code: status, description, ...more },
})

const done = (result: unknown): SandboxResponse => ({ status: 200, body: { ok: true, result } })

/** Refusals of Telegram, for scripts of the sandbox. */
export const telegramRefusals = {
  kicked: refusal(403, 'Forbidden: bot was kicked from the supergroup chat'),
  deleted: refusal(400, 'Bad Request: group is deactivated'),
  noRights: refusal(400, 'Bad Request: not enough rights to send text messages to the chat'),
  banned: refusal(429, 'Too Many Requests'),
  badButton: refusal(400, 'Bad Request: BUTTON_URL_INVALID'),
  migrated: (chatId: number) =>
    refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      parameters: { migrate_to_chat_id: chatId },
    }),
  unauthorized: refusal(401, 'Unauthorized'),
  failed: refusal(500, 'Internal Server Error'),
} as const

/** The path of a method of the sandbox's bot, as scripts and the log use it. */
export const telegramPath = (
  method: 'sendMessage' | 'deleteMessage' | 'setWebhook' | 'getMe' | 'getChatMember' | 'answerCallbackQuery',
): string => `/bot${token}/${method}`

interface ApiRequest {
  readonly url?: unknown
  readonly secret_token?: unknown
  readonly chat_id?: unknown
  readonly text?: unknown
  readonly message_id?: unknown
  readonly callback_query_id?: unknown
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly Button[])[] }
}

interface Button {
  readonly url?: string
  readonly callback_data?: string
}

/** A button opens an address or sends 1 to 64 bytes back. */
const isButton = ({ url, callback_data }: Button): boolean => {
  const length = Buffer.byteLength(callback_data ?? '')
  return url === undefined ? length >= 1 && length <= 64 : callback_data === undefined
}

const bodyOf = ({ body }: SandboxRequest): ApiRequest => {
  try {
    return JSON.parse(body) as ApiRequest
  } catch {
    return {}
  }
}

/** Telegram's Bot API, as far as the service calls it. Its one bot is a member of every chat. https://core.telegram.org/bots/api */
export const createTelegram = (): StandIn => {
  const posted = new Set<string>()
  let lastId = 0

  const sendMessage = ({ chat_id, text, reply_markup }: ApiRequest): SandboxResponse => {
    if (typeof chat_id !== 'number') return refusal(400, 'Bad Request: chat_id is empty')
    if (typeof text !== 'string' || text === '') return refusal(400, 'Bad Request: message text is empty')
    if (text.length > 4096) return refusal(400, 'Bad Request: message is too long')
    if (!(reply_markup?.inline_keyboard.flat() ?? []).every(isButton))
      return refusal(400, 'Bad Request: BUTTON_DATA_INVALID')
    const message_id = ++lastId
    posted.add(`${chat_id}/${message_id}`)
    return done({ message_id, date: Math.floor(Date.now() / 1000), text })
  }

  const deleteMessage = ({ chat_id, message_id }: ApiRequest): SandboxResponse =>
    posted.delete(`${chat_id}/${message_id}`) ? done(true) : refusal(400, 'Bad Request: message to delete not found')

  const setWebhook = ({ url, secret_token }: ApiRequest): SandboxResponse =>
    typeof url === 'string' && /^[\w-]{1,256}$/.test(String(secret_token))
      ? { status: 200, body: { ok: true, result: true, description: 'Webhook was set' } }
      : refusal(400, 'Bad Request: bad webhook')

  const getMe = (): SandboxResponse =>
    done({ id: 110201543, is_bot: true, first_name: 'Streamer', username: 'streamer_bot' })

  const getChatMember = ({ query }: SandboxRequest): SandboxResponse => {
    const status = query.get('user_id') === String(sandboxAdministrator) ? 'administrator' : 'member'
    return done({ status, user: { id: Number(query.get('user_id')) } })
  }

  return {
    bases,
    parameters,
    answer: (request) => {
      switch (`${request.method} ${request.path}`) {
        case `GET ${telegramPath('getMe')}`:
          return getMe()
        case `GET ${telegramPath('getChatMember')}`:
          return getChatMember(request)
      }
      if (request.method !== 'POST' || !request.path.startsWith('/bot')) return notFound
      switch (request.path) {
        case telegramPath('setWebhook'):
          return setWebhook(bodyOf(request))
        case telegramPath('answerCallbackQuery'):
          return typeof bodyOf(request).callback_query_id === 'string'
            ? done(true)
            : refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
        case telegramPath('sendMessage'):
          return sendMessage(bodyOf(request))
        case telegramPath('deleteMessage'):
          return deleteMessage(bodyOf(request))
        default:
          return request.path.startsWith(`/bot${token}/`) ? refusal(404, 'Not Found') : telegramRefusals.unauthorized
      }
    },
  }
}
