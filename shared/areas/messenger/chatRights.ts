import type { Chat, ChatRepository } from './chatRepository.ts'

/** Decides whether a recipient's messages may go to a chat. */
export interface ChatRights {
  mayPost(recipientId: string, chat: Chat): Promise<boolean>
  /** The reason for a refusal, which is shown with the announcer. */
  readonly reason: string
  /** Whether a refusal disables the announcer; with open chats, its chat belongs to another recipient. */
  readonly disables: boolean
}

export const notLinked = 'the chat is not linked'

/** The member of an announcer's answer that shows why nothing is sent for it. */
export const blockedReason = (mayPost: boolean): { readonly blockedReason?: string } =>
  mayPost ? {} : { blockedReason: notLinked }

/**
 * Messages are sent only to chats that their recipient has linked, or, with open chats, to those that no other
 * recipient announced to first.
 */
export const chatRights = (chats: Pick<ChatRepository, 'isOwn' | 'claim'>, areOpen: boolean): ChatRights =>
  areOpen
    ? { mayPost: chats.claim, reason: 'another recipient announces to this chat', disables: true }
    : { mayPost: chats.isOwn, reason: notLinked, disables: false }
