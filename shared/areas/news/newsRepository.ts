import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { everyone } from '../../mechanisms/limits/limits.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { revisionAmong } from '../../mechanisms/store/precondition.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import type { NewsEntry as NewsEntrySchema } from './contract.ts'

export type NewsEntry = z.input<typeof NewsEntrySchema>

/** Copies of each global entry: every list reads them, and a partition answers a limited number of reads. */
const copies = 8

const copyOf = (index: number): string => `${everyone}#${index}`

/** An entry's keys: a recipient's, or everyone's. With the prefix no recipient is named like everyone. */
const audiencesOf = (recipientId: string, global: boolean): readonly string[] =>
  global ? Array.from({ length: copies }, (_, index) => copyOf(index)) : [`recipient#${recipientId}`]

/** The key under which a recipient reads: each copy serves a part of the recipients. */
const audienceOf = (recipientId: string, global: boolean): string =>
  global ? copyOf(recipientId.charCodeAt(recipientId.length - 1) % copies) : `recipient#${recipientId}`

export const entryFromItem = (item: Item): NewsEntry => {
  const { id, title, description, date, demoUrl, revision } = item as unknown as NewsEntry
  return { id, title, description, date, demoUrl, revision }
}

/** News entries, one item each, by audience; ids sort by time. */
export const newsRepository = (client: DynamoDBDocumentClient, table = tableName('news')) => {
  const itemsFor = (audience: string): Promise<readonly Item[]> =>
    queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'audience = :audience',
      ExpressionAttributeValues: { ':audience': audience },
      ConsistentRead: true,
    })

  return {
    /** A global entry has its author, so that an erasure finds it. */
    creation: (recipientId: string, entry: NewsEntry, global: boolean): readonly Write[] =>
      audiencesOf(recipientId, global).map((audience) =>
        put(table, { audience, ...entry, ...(global && { recipientId }) }, { repeatable: true }),
      ),

    /** Copies are written together, so the condition of one holds for all. */
    removal: (recipientId: string, id: string, global: boolean): readonly Write[] =>
      audiencesOf(recipientId, global).map((audience, index) =>
        remove(
          table,
          { audience, id },
          {
            when: index === 0 ? { if: 'attribute_exists(id)' } : undefined,
            refusal: () => unknownId('news entry'),
          },
        ),
      ),

    /** Changes an entry that had the revision `seen`. Raises `Conflict` when it has changed again, or is gone. */
    change: (
      recipientId: string,
      global: boolean,
      { id, title, description, demoUrl, revision }: NewsEntry,
      seen: string,
    ): readonly Write[] => {
      const set = { title, description, demoUrl, revision }
      const when = revisionAmong([seen], revision)
      return audiencesOf(recipientId, global).map((audience) =>
        update(table, { audience, id }, { set, when, repeatable: true, refusal: conflicting }),
      )
    },

    /** The ids of the global entries that a recipient has published. */
    published: async (recipientId: string): Promise<readonly string[]> => {
      const items = await itemsFor(copyOf(0))
      return items.flatMap((item) => (item['recipientId'] === recipientId ? [String(item['id'])] : []))
    },

    /** A recipient's own entry, or a global one. */
    find: async (recipientId: string, id: string, global: boolean): Promise<NewsEntry | undefined> => {
      const item = await getItem(client, { TableName: table, Key: { audience: audienceOf(recipientId, global), id } })
      return item && entryFromItem(item)
    },

    /** The entries for a recipient, own and global ones, in no particular order. */
    list: async (recipientId: string): Promise<NewsEntry[]> =>
      (await Promise.all([false, true].map((global) => itemsFor(audienceOf(recipientId, global)))))
        .flat()
        .map(entryFromItem),
  }
}

export type NewsRepository = ReturnType<typeof newsRepository>
