import { createHmac } from 'node:crypto'
import { sandboxAdministrator } from './administrator.ts'
import { maxAccount } from './max.ts'
import { telegramAccount } from './telegram.ts'

/** A webhook of a messenger about a chat, to be POSTed to `/messenger/webhooks/<accountId>`. */
export interface ChatUpdate {
  readonly accountId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Sender {
  readonly chatId: number
  readonly userId?: number
  /** The messenger's name of the kind of chat. */
  readonly type?: string
}

/** The secret that the service gives a messenger for a bot's webhooks. */
const secretOf = (token: string): string => createHmac('sha256', token).update('webhook').digest('base64url')

const json = { 'content-type': 'application/json' }
let lastUpdate = 0

/** An update of Telegram with any content. */
export const telegramUpdate = (update: object): ChatUpdate => ({
  accountId: telegramAccount.id,
  headers: { ...json, 'x-telegram-bot-api-secret-token': secretOf(telegramAccount.token) },
  body: JSON.stringify({ update_id: ++lastUpdate, ...update }),
})

/** A message in a chat of Telegram, which is a post in a channel. https://core.telegram.org/bots/api#update */
export const telegramMessage = (
  text: string,
  { chatId, userId = sandboxAdministrator, type = 'supergroup' }: Sender,
): ChatUpdate => {
  const chat = { id: chatId, type, title: 'Viewers' }
  const shared = { message_id: 1, date: Math.floor(Date.now() / 1000), chat, text }
  return telegramUpdate(
    type === 'channel'
      ? { channel_post: { ...shared, sender_chat: chat } }
      : { message: { ...shared, from: { id: userId, is_bot: false, first_name: 'Alice' } } },
  )
}

/** Somebody presses a button under a message of the bot. https://core.telegram.org/bots/api#callbackquery */
export const telegramPress = (
  data: string,
  { chatId, userId = sandboxAdministrator, type = 'supergroup' }: Sender,
): ChatUpdate => {
  const from = { id: 110201543, is_bot: true, first_name: 'Streamer', username: 'streamer_bot' }
  const message = { message_id: 1, date: 1, chat: { id: chatId, type, title: 'Viewers' }, from }
  const user = { id: userId, is_bot: false, first_name: 'Alice' }
  return telegramUpdate({
    callback_query: { id: `press-${++lastUpdate}`, from: user, message, chat_instance: '1', data },
  })
}

/** An update of MAX with any content. https://dev.max.ru/docs-api/objects/Update */
export const maxUpdate = (update: object): ChatUpdate => ({
  accountId: maxAccount.id,
  headers: { ...json, 'x-max-bot-api-secret': secretOf(maxAccount.token) },
  body: JSON.stringify({ timestamp: Date.now(), ...update }),
})

/** A message in a chat of MAX. */
export const maxMessage = (
  text: string,
  { chatId, userId = sandboxAdministrator, type = 'chat' }: Sender,
): ChatUpdate =>
  maxUpdate({
    update_type: 'message_created',
    message: {
      recipient: { chat_id: chatId, chat_type: type },
      ...(type !== 'channel' && { sender: { user_id: userId, first_name: 'Alice', is_bot: false } }),
      body: { mid: 'mid.1', seq: 1, text },
    },
  })

/** Somebody presses a button under a message of the bot. */
export const maxPress = (
  payload: string,
  { chatId, userId = sandboxAdministrator, type = 'chat' }: Sender,
): ChatUpdate =>
  maxUpdate({
    update_type: 'message_callback',
    callback: {
      callback_id: `press-${++lastUpdate}`,
      payload,
      user: { user_id: userId, first_name: 'Alice', is_bot: false },
    },
    message: { recipient: { chat_id: chatId, chat_type: type }, body: { mid: 'mid.1', seq: 1, text: '' } },
  })

/** A user opens MAX by a deep link. */
export const maxStart = (payload: string, chatId: number): ChatUpdate =>
  maxUpdate({
    update_type: 'bot_started',
    chat_id: chatId,
    user: { user_id: sandboxAdministrator, first_name: 'Alice', is_bot: false },
    payload,
  })

/** The bot's rights as an administrator of a channel of MAX have changed. `permissions` may be null. */
export const maxRights = (chatId: number, given: object): ChatUpdate =>
  maxUpdate({
    update_type: 'bot_admin_permissions_changed',
    chat_id: chatId,
    user_id: sandboxAdministrator,
    bot_id: 2,
    is_channel: true,
    is_admin: true,
    ...given,
  })

/** The bot was removed from a chat of MAX. */
export const maxRemoval = (chatId: number): ChatUpdate =>
  maxUpdate({ update_type: 'bot_removed', chat_id: chatId, is_channel: true, user: { user_id: sandboxAdministrator } })
