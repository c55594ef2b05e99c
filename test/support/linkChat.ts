import { codeUpdate } from '../local/demo/linkChat.ts'
import type { clientOf } from './apiClient.ts'

/** Links a chat of a recipient at the local API. */
export const linkChat = async (client: ReturnType<typeof clientOf>, chatId: number): Promise<void> => {
  const { body: linked } = await client('POST', '/messenger/commands/link-chat', { accountId: 'main' })
  const { accountId, headers, body } = codeUpdate(linked.code, { accountId: 'main', chatId })
  const { status } = await client('POST', `/messenger/webhooks/${accountId}`, body, headers)
  if (status !== 200) throw new Error(`the messenger's update was answered ${status}`)
}
