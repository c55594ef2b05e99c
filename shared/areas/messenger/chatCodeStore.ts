import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import type { SecretKey } from '../../mechanisms/secrets/ownedSecret.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { put, remove } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { tableName } from '../../runtime/env.ts'

/** The recipient that gets the chat in which a code is read, and the bot account that reads it. */
export interface ChatCode extends SecretKey {
  readonly recipientId: string
  readonly accountId: string
  /** Epoch seconds. */
  readonly expiresAt: number
  /**
   * The chat of somebody else that an administrator may give to the recipient, by the link that it had when that was
   * asked. Such a code is in a button.
   */
  readonly request?: { readonly chatId: number; readonly revision: string }
}

/** Codes that link chats, by owner and hash. A code in a chat is the only thing that identifies the recipient. */
export const chatCodeStore = (client: DynamoDBDocumentClient, table = tableName('chatCodes')) => ({
  creation: (code: ChatCode): Write => put(table, { ...code }, { repeatable: true }),

  /** Finds a code that is still valid, because DynamoDB may delete an expired one days later. */
  find: async ({ owner, secretHash }: SecretKey, now: number): Promise<ChatCode | undefined> => {
    const item = (await getItem(client, { TableName: table, Key: { owner, secretHash } })) as ChatCode | undefined
    return item === undefined || item.expiresAt <= now ? undefined : item
  },

  /** Uses a code up, once. */
  removal: ({ owner, secretHash }: SecretKey): Write =>
    remove(
      table,
      { owner, secretHash },
      { when: { if: 'attribute_exists(secretHash)' }, refusal: () => new RepeatedEvent() },
    ),
})

export type ChatCodeStore = ReturnType<typeof chatCodeStore>
