import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import type { Bots } from './botParameters.ts'
import { type Chat, type ChatRepository, webhookContext } from './chatRepository.ts'
import { notLinked } from './chatRights.ts'
import type { MessengerBot } from './messengerBot.ts'
import { type Webhook, webhookIdFrom } from './webhookAddress.ts'

/** Finds the account that posts in a recipient's chat; undefined when the deployer has stored no token for it. */
export type PostingBots = (recipientId: string, chat: Chat) => Promise<MessengerBot | undefined>

export interface PostingPorts {
  /** The bots of the deployment. */
  readonly bots: Bots
  readonly chats: Pick<ChatRepository, 'webhook'>
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly webhookBot: (webhook: Webhook) => MessengerBot
}

/** The account of a channel whose webhook the recipient has not linked, or not any more. */
const closed = async () => ({ kind: 'unreachable', reason: notLinked }) as const
const closedBot: MessengerBot = { messenger: 'discord', post: closed, delete: closed }

/** The accounts that post: bots of the deployment, and the webhooks that recipients have linked. */
export const postingBots =
  ({ bots, chats, cipher, webhookBot }: PostingPorts): PostingBots =>
  async (recipientId, chat) => {
    const id = webhookIdFrom(chat.accountId)
    if (id === undefined) return bots(chat.accountId)
    const sealed = await chats.webhook(recipientId, chat)
    if (sealed === undefined) return closedBot
    return webhookBot({ id, token: await cipher.decrypt(sealed, webhookContext(recipientId, chat)) })
  }
