import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, put } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import type { StreamState } from './rules.ts'

export const streamRepository = (client: DynamoDBDocumentClient, table = tableName('streams')) => ({
  find: async (recipientId: string, channel: string): Promise<StreamState | undefined> =>
    (await getItem(client, { TableName: table, Key: { recipientId, channel } })) as unknown as StreamState | undefined,

  /** The write that replaces the state `seen`; it raises `Conflict` when the state has changed since. */
  change: (recipientId: string, seen: StreamState | undefined, next: StreamState): Write => {
    const isAsSeen: Condition =
      seen === undefined
        ? { if: 'attribute_not_exists(channel)' }
        : { if: '#revision = :seen', values: { seen: seen.revision } }
    return put(table, { ...next, recipientId }, { when: isAsSeen, refusal: conflicting })
  },

  /** Whether a stream is known to be over, or followed by another one. */
  isOver: async (recipientId: string, channel: string, sessionId: string): Promise<boolean> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, channel } })
    return item !== undefined && (item['sessionId'] !== sessionId || item['isOnline'] !== true)
  },
})

export type StreamRepository = ReturnType<typeof streamRepository>
