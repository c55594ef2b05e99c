import { maxMessage, telegramMessage } from '../sandbox/chatUpdates.ts'
import { maxAccount } from '../sandbox/max.ts'
import { type ApiAddress, clientOf } from './recipientClient.ts'

interface Chat {
  readonly accountId: string
  readonly chatId: number
}

/** The webhook that the messenger sends after an administrator has sent the code in the chat. */
export const codeUpdate = (code: string, { accountId, chatId }: Chat) =>
  accountId === maxAccount.id
    ? maxMessage(`/link ${code}`, { chatId })
    : telegramMessage(`/link ${code}`, { chatId, type: chatId < 0 ? 'supergroup' : 'private' })

/** Links a chat of a running API, as an administrator of the chat does at the messengers' stand-ins. */
export const linkChat = async (address: ApiAddress, recipient: string, chat: Chat): Promise<void> => {
  const call = await clientOf(address, recipient)
  const { code } = await call('POST', '/messenger/commands/link-chat', { accountId: chat.accountId })
  const { accountId, headers, body } = codeUpdate(code, chat)
  const answer = await fetch(`${address.api}/messenger/webhooks/${accountId}`, { method: 'POST', headers, body })
  const { content } = await call('GET', '/messenger/chats?size=100')
  const isLinked = content.some(({ id }: { id: string }) => id === `${chat.accountId}#${chat.chatId}`)
  if (!isLinked) throw new Error(`The chat was not linked; the messenger's update was answered ${answer.status}`)
}
