import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { applyWrites } from '../store/commit.ts'

/** A chat as a bot account sees it. */
export interface Chat {
  readonly accountId: string
  readonly chatId: number
}

const keyOf = ({ accountId, chatId }: Chat) => ({ chat: `${accountId}#${chatId}` })

/** Which recipient a chat belongs to: whoever announced there first. Every change may be repeated. */
export const chatStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** Takes a chat that is nobody's, the recipient's own already, or `from`'s. Answers whose else it is, if it is somebody else's. */
  claim: async (recipientId: string, chat: Chat, from = recipientId): Promise<string | undefined> => {
    const Update = {
      TableName: table,
      Key: keyOf(chat),
      UpdateExpression: 'SET recipientId = :me',
      ConditionExpression: 'attribute_not_exists(chat) OR recipientId IN (:me, :from)',
      ExpressionAttributeValues: { ':me': recipientId, ':from': from },
    }
    const [refusal] = await applyWrites(client, [{ operation: { Update }, repeatable: true }])
    return refusal && String(refusal.item?.['recipientId'])
  },

  /** Gives a chat back; somebody else's stays as it is. */
  release: async (recipientId: string, chat: Chat): Promise<void> => {
    const Delete = {
      TableName: table,
      Key: keyOf(chat),
      ConditionExpression: 'attribute_not_exists(chat) OR recipientId = :me',
      ExpressionAttributeValues: { ':me': recipientId },
    }
    await applyWrites(client, [{ operation: { Delete }, repeatable: true }])
  },
})

export type ChatStore = ReturnType<typeof chatStore>
