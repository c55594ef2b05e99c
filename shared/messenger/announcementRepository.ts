import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { queryPage } from '../store/query.ts'
import { Conflict, retryOnConflict } from '../store/retryOnConflict.ts'
import { type Announcement, queuedAgain } from './announcement.ts'

const announcementFromItem = (item: Item | undefined): Announcement | undefined =>
  item as unknown as Announcement | undefined

/** The start of a page: after the item with the id `after`. */
export interface PageStart {
  readonly after: string | undefined
  readonly limit: number
}

/** Announcements, one item each. Every change is conditional on the revision on which it was decided. */
export const announcementRepository = (client: DynamoDBDocumentClient, table: string) => {
  const apply = async (write: Write): Promise<{ readonly found: Announcement | undefined } | undefined> => {
    const [refusal] = await applyWrites(client, [write])
    return refusal && { found: announcementFromItem(refusal.item) }
  }

  const read = async (recipientId: string, id: string): Promise<Announcement | undefined> =>
    announcementFromItem(await getItem(client, { TableName: table, Key: { recipientId, id } }))

  const replacement = (recipientId: string, seen: string, next: Announcement): Write => ({
    operation: {
      Put: {
        TableName: table,
        Item: { ...next, recipientId },
        ConditionExpression: 'revision IN (:seen, :mine)',
        ExpressionAttributeValues: { ':seen': seen, ':mine': next.revision },
      },
    },
    repeatable: true,
  })

  return {
    /** Stores a new announcement. An existing one stays as it is, in any state. */
    add: async (recipientId: string, announcement: Announcement): Promise<void> => {
      const Item = { ...announcement, recipientId }
      await apply({
        operation: { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' } },
        repeatable: true,
      })
    },

    /** The write that stores a new announcement under a unique id. */
    addition: (recipientId: string, announcement: Announcement): Write => ({
      operation: { Put: { TableName: table, Item: { ...announcement, recipientId } } },
      repeatable: true,
    }),

    find: (recipientId: string, id: string): Promise<Announcement | undefined> => read(recipientId, id),

    /** The announcer's announcement whose post was settled last. The index is eventually consistent, and has keys of all recipients. */
    lastOf: async (recipientId: string, announcerId: string): Promise<Announcement | undefined> => {
      const { items } = await queryPage(client, {
        TableName: table,
        IndexName: 'byAnnouncer',
        KeyConditionExpression: 'announcerId = :announcerId',
        ExpressionAttributeValues: { ':announcerId': announcerId },
        ScanIndexForward: false,
        Limit: 1,
      })
      const [last] = items
      return last && read(recipientId, String(last['id']))
    },

    /** A page of a stream's announcements, and the id after which the next one begins. */
    pageOfStream: async (recipientId: string, streamId: string, { after, limit }: PageStart) => {
      const { items, last } = await queryPage(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId AND begins_with(id, :stream)',
        ExpressionAttributeValues: { ':recipientId': recipientId, ':stream': `${streamId}#` },
        ...(after !== undefined && { ExclusiveStartKey: { recipientId, id: after } }),
        Limit: limit,
        ConsistentRead: true,
      })
      return { items: items as unknown as readonly Announcement[], next: last && String(last['id']) }
    },

    /** Brings an announcement that is due, in whatever state, to its worker again, by a change that is in the stream. */
    queueAgain: async (recipientId: string, id: string, now: Date): Promise<void> => {
      const { state, dueAt, dueShard, revision } = queuedAgain(id, now.getTime())
      const Update = {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: 'SET #state = :queued, dueAt = :dueAt, dueShard = :dueShard, revision = :revision',
        ConditionExpression: 'dueAt <= :now',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':queued': state,
          ':dueAt': dueAt,
          ':dueShard': dueShard,
          ':revision': revision,
          ':now': now.toISOString(),
        },
      }
      await apply({ operation: { Update }, repeatable: true })
    },

    /** Changes an announcement if it is still as `seen`. */
    replace: async (recipientId: string, seen: Announcement, next: Announcement): Promise<boolean> =>
      (await apply(replacement(recipientId, seen.revision, next))) === undefined,

    /** Changes an announcement even after concurrent changes: `change` is called again with the present one. If it returns undefined, nothing changes. */
    change: (
      recipientId: string,
      seen: Announcement,
      change: (current: Announcement) => Announcement | undefined,
    ): Promise<void> =>
      retryOnConflict(async (outdated) => {
        const current = outdated === undefined ? seen : announcementFromItem(outdated.found)
        if (current === undefined) return
        const next = change(current)
        if (next === undefined) return
        const refusal = await apply(replacement(recipientId, current.revision, next))
        if (refusal !== undefined) throw new Conflict(refusal.found as Item | undefined)
      }),
  }
}

export type AnnouncementRepository = ReturnType<typeof announcementRepository>
