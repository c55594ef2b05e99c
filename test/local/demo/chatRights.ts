import { maxRemoval, maxRights } from '../sandbox/chatUpdates.ts'
import type { Chat } from './linkChat.ts'
import { type ApiAddress, clientOf, type Json } from './recipientClient.ts'

/** What MAX tells a bot about its rights in a channel. */
const updates = {
  lost: (chatId: number) => maxRights(chatId, { is_admin: false, permissions: null }),
  given: (chatId: number) => maxRights(chatId, { permissions: ['write'] }),
  removed: maxRemoval,
} as const

export type Rights = keyof typeof updates
export const rightsNames = Object.keys(updates) as readonly Rights[]

/** Has MAX tell a running API that the rights of a bot have changed; resolves to what the chat's announcers show then. */
export const tellRights = async (
  address: ApiAddress,
  recipient: string,
  { accountId, chatId }: Chat,
  rights: Rights,
): Promise<readonly string[]> => {
  const call = await clientOf(address, recipient)
  const { headers, body } = updates[rights](chatId)
  const { status } = await fetch(`${address.api}/messenger/webhooks/${accountId}`, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`The update was answered ${status}: is ${accountId} a bot of MAX?`)
  const announcers: readonly Json[] = (await call('GET', '/messenger/announcers')).filter(
    (each: Json) => each.accountId === accountId && each.chatId === chatId,
  )
  if (announcers.length === 0) throw new Error(`${recipient} has no announcer of the chat ${chatId}`)
  return announcers.map(({ id, blockedReason }) => `the announcer ${id}: ${blockedReason ?? 'may write'}`)
}
