import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { randomId } from '../../runtime/ids.ts'
import type { StreamState } from './rules.ts'
import type { StreamEvent } from './streamEvent.ts'

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

  /** Whether an end is the one that is known of its stream, so that it becomes final unless a start takes it back. */
  isExpected: async (recipientId: string, { channel, sessionId, id }: StreamEvent): Promise<boolean> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, channel } })
    return item?.['sessionId'] === sessionId && item['endId'] === id
  },

  /** Makes an end final, which resolves to false if a start has taken it back. A repetition changes nothing. */
  end: async (recipientId: string, { channel, sessionId, id, takenAt }: StreamEvent): Promise<boolean> => {
    const when = { if: '#sessionId = :session AND #endId = :end', values: { session: sessionId, end: id } }
    const set = { isOnline: false, changedAt: new Date(takenAt).toISOString(), revision: randomId() }
    const [refusal] = await applyWrites(client, [
      update(table, { recipientId, channel }, { set, when, repeatable: true }),
    ])
    return refusal === undefined || refusal.item?.['sessionId'] !== sessionId
  },

  /** Whether a stream is known to be over, or followed by another one. */
  isOver: async (recipientId: string, channel: string, sessionId: string): Promise<boolean> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, channel } })
    return item !== undefined && (item['sessionId'] !== sessionId || item['isOnline'] !== true)
  },
})

export type StreamRepository = ReturnType<typeof streamRepository>

/** The write that forgets the stream of a channel whose account is no longer linked: nothing tells of its end. */
export const streamRemoval = (recipientId: string, channel: string): Write =>
  remove(tableName('streams'), { recipientId, channel })
