import type { Chat, ChatRepository } from './chatRepository.ts'

/** Decides whether a recipient's messages may go to a chat. */
export interface ChatRights {
  mayPost(recipientId: string, chat: Chat): Promise<boolean>
  /** Why one may not, for whoever reads the announcer. */
  readonly reason: string
  /** Whether an announcer that may not is disabled: a chat that is open belongs to somebody else then. */
  readonly disables: boolean
}

const notLinked = 'the chat is not linked'

/** What an announcer shows while nothing is sent for it. */
export const blockedReason = (mayPost: boolean): { readonly blockedReason?: string } =>
  mayPost ? {} : { blockedReason: notLinked }

/** Messages go to chats that their recipient has linked; where chats are open, to those that nobody else announced to first. */
export const chatRights = (chats: Pick<ChatRepository, 'isOwn' | 'claim'>, areOpen: boolean): ChatRights =>
  areOpen
    ? { mayPost: chats.claim, reason: 'another recipient announces to this chat', disables: true }
    : { mayPost: chats.isOwn, reason: notLinked, disables: false }
