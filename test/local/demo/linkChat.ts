import { maxMessage, maxPress, telegramMessage, telegramPress } from '../sandbox/chatUpdates.ts'
import { maxAccount } from '../sandbox/max.ts'
import { botMessages } from './botMessages.ts'
import { type ApiAddress, clientOf } from './recipientClient.ts'

export interface Chat {
  readonly accountId: string
  readonly chatId: number
}

const typeOf = (chatId: number): string => (chatId < 0 ? 'supergroup' : 'private')

/** The webhook that the messenger sends after an administrator has sent the text in the chat. */
export const chatUpdate = (text: string, { accountId, chatId }: Chat) =>
  accountId === maxAccount.id
    ? maxMessage(text, { chatId, type: chatId < 0 ? 'chat' : 'dialog' })
    : telegramMessage(text, { chatId, type: typeOf(chatId) })

/** The webhook that the messenger sends after an administrator has sent the code in the chat. */
export const codeUpdate = (code: string, chat: Chat) => chatUpdate(`/link ${code}`, chat)

/** The webhook that the messenger sends after an administrator has pressed a button of the bot. */
export const pressUpdate = (press: string, { accountId, chatId }: Chat) =>
  accountId === maxAccount.id ? maxPress(press, { chatId }) : telegramPress(press, { chatId, type: typeOf(chatId) })

/**
 * Links a chat of a running API, as an administrator of the chat does at the messengers' stand-ins, who confirms where the bot asks for that.
 *
 * @returns what the bot has said in the chat
 */
export const linkChat = async (
  { sandboxLog, ...address }: ApiAddress & { readonly sandboxLog?: string | undefined },
  recipient: string,
  chat: Chat,
): Promise<readonly string[]> => {
  const call = await clientOf(address, recipient)
  const said = async () => (sandboxLog === undefined ? [] : botMessages(sandboxLog, chat.chatId))
  const send = async ({ accountId, headers, body }: ReturnType<typeof codeUpdate>) =>
    (await fetch(`${address.api}/messenger/webhooks/${accountId}`, { method: 'POST', headers, body })).status
  const before = (await said()).length
  const { code } = await call('POST', '/messenger/commands/link-chat', { accountId: chat.accountId })
  const status = await send(codeUpdate(code, chat))
  const press = (await said()).slice(before).at(-1)?.press
  if (press !== undefined) await send(pressUpdate(press, chat))
  const texts = (await said()).slice(before).map(({ text }) => text)
  const { content } = await call('GET', '/messenger/chats?size=100')
  const isLinked = content.some(({ id }: { id: string }) => id === `${chat.accountId}#${chat.chatId}`)
  if (!isLinked) throw new Error(['The chat was not linked', `the update was answered ${status}`, ...texts].join('; '))
  return texts
}
