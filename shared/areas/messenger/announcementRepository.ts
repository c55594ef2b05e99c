import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryPage } from '../../mechanisms/store/query.ts'
import { Conflict, retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, put, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { type Announcement, type Ending, queuedAgain } from './announcement.ts'

const announcementFromItem = (item: Item | undefined): Announcement | undefined =>
  item as unknown as Announcement | undefined

const isNew: Condition = { if: 'attribute_not_exists(id)' }
/** A donation's alert may have been held while its announcement waited, and approved since. */
export const isNewOrCancelled: Condition = {
  if: 'attribute_not_exists(id) OR #ending = :cancelled',
  values: { cancelled: 'cancelled' satisfies Ending },
}

const isDueAt = (now: Date): Condition => ({ if: '#dueAt <= :now', values: { now: now.toISOString() } })

/** The start of a page: after the item with the id `after`. */
export interface PageStart {
  readonly after: string | undefined
  readonly limit: number
}

/** Announcements, one item each. Every change is conditional on the revision on which it was decided. */
export const announcementRepository = (client: DynamoDBDocumentClient, table = tableName('announcements')) => {
  const apply = async (write: Write): Promise<{ readonly found: Announcement | undefined } | undefined> => {
    const [refusal] = await applyWrites(client, [write])
    return refusal && { found: announcementFromItem(refusal.item) }
  }

  const read = async (recipientId: string, id: string): Promise<Announcement | undefined> =>
    announcementFromItem(await getItem(client, { TableName: table, Key: { recipientId, id } }))

  const replacement = (recipientId: string, seen: string, next: Announcement): Write => {
    const isAsSeen = { if: '#revision IN (:seen, :mine)', values: { seen, mine: next.revision } }
    return put(table, { ...next, recipientId }, { when: isAsSeen, repeatable: true })
  }

  return {
    /**
     * Stores a new announcement. An existing one stays as it is, in any state.
     *
     * @param when `isNewOrCancelled` puts it in the place of one that was cancelled
     */
    add: async (recipientId: string, announcement: Announcement, when = isNew): Promise<void> => {
      await apply(put(table, { ...announcement, recipientId }, { when, repeatable: true }))
    },

    /** The write that stores a new announcement under a unique id. */
    creation: (recipientId: string, announcement: Announcement): Write =>
      put(table, { ...announcement, recipientId }, { repeatable: true }),

    find: (recipientId: string, id: string): Promise<Announcement | undefined> => read(recipientId, id),

    /** The announcement that was settled last. The index is eventually consistent, and has keys of all recipients. */
    latest: async (recipientId: string, announcerId: string): Promise<Announcement | undefined> => {
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
    page: async (recipientId: string, streamId: string, { after, limit }: PageStart) => {
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

    /** Brings a due announcement, in whatever state, to its worker again: the change is in the table stream. */
    queueAgain: async (recipientId: string, id: string, now: Date): Promise<void> => {
      const set = queuedAgain(id, now.getTime())
      await apply(update(table, { recipientId, id }, { set, when: isDueAt(now), repeatable: true }))
    },

    /** Changes an announcement if it is still as `seen`. */
    replace: async (recipientId: string, seen: Announcement, next: Announcement): Promise<boolean> =>
      (await apply(replacement(recipientId, seen.revision, next))) === undefined,

    /**
     * Changes an announcement even after concurrent changes: `change` is called again with the present one. If it
     * returns undefined, nothing changes.
     */
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
