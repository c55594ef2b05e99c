import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { everyone } from '../limits/limits.ts'
import { getItem } from '../store/getItem.ts'
import { revisionAmong } from '../store/precondition.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import type { NewsEntry as NewsEntrySchema } from './contract.ts'

export type NewsEntry = z.input<typeof NewsEntrySchema>

/** Copies of what is global: every list reads it, and a partition answers a limited number of reads. */
const copies = 8

const copyOf = (index: number): string => `${everyone}#${index}`

/** Under which keys an entry is stored: that of one recipient, or those of everyone. The prefix keeps a recipient from being named like everyone. */
const audiencesOf = (recipientId: string, global: boolean): readonly string[] =>
  global ? Array.from({ length: copies }, (_, index) => copyOf(index)) : [`recipient#${recipientId}`]

/** The key under which a recipient reads: the copies are shared out among the recipients. */
const audienceOf = (recipientId: string, global: boolean): string =>
  global ? copyOf(recipientId.charCodeAt(recipientId.length - 1) % copies) : `recipient#${recipientId}`

export const entryFromItem = (item: Item): NewsEntry => {
  const { id, title, description, date, demoUrl, revision } = item as unknown as NewsEntry
  return { id, title, description, date, demoUrl, revision }
}

/** News entries, one item each, by audience; ids sort by time. */
export const newsRepository = (client: DynamoDBDocumentClient, table: string) => {
  const itemsFor = (audience: string): Promise<readonly Item[]> =>
    queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'audience = :audience',
      ExpressionAttributeValues: { ':audience': audience },
      ConsistentRead: true,
    })

  return {
    /** A global entry has its author, so that an erasure finds it. */
    publication: (recipientId: string, entry: NewsEntry, global: boolean): readonly Write[] =>
      audiencesOf(recipientId, global).map((audience) => ({
        operation: { Put: { TableName: table, Item: { audience, ...entry, ...(global && { recipientId }) } } },
        repeatable: true,
      })),

    /** Copies are written together, so the condition of one holds for all. */
    removal: (recipientId: string, id: string, global: boolean): readonly Write[] =>
      audiencesOf(recipientId, global).map((audience, index) => ({
        operation: {
          Delete: {
            TableName: table,
            Key: { audience, id },
            ...(index === 0 && { ConditionExpression: 'attribute_exists(id)' }),
          },
        },
        repeatable: false,
        refusal: () => unknownId('news entry'),
      })),

    /** Stores an entry as it has become since it had the revision `seen`. Raises `Conflict` when it has changed again, or is gone. */
    change: (
      recipientId: string,
      global: boolean,
      { id, title, description, demoUrl, revision }: NewsEntry,
      seen: string,
    ): readonly Write[] => {
      const set = setExpression({ title, description, demoUrl, revision })
      const { ConditionExpression, ExpressionAttributeValues } = revisionAmong([seen], revision)
      return audiencesOf(recipientId, global).map((audience) => ({
        operation: {
          Update: {
            TableName: table,
            Key: { audience, id },
            ConditionExpression,
            UpdateExpression: String(set?.UpdateExpression),
            ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
            ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ...ExpressionAttributeValues },
          },
        },
        repeatable: true,
        refusal: (found) => new Conflict(found),
      }))
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

    /** What a recipient reads: own and global entries, in no particular order. */
    list: async (recipientId: string): Promise<NewsEntry[]> =>
      (await Promise.all([false, true].map((global) => itemsFor(audienceOf(recipientId, global)))))
        .flat()
        .map(entryFromItem),
  }
}

export type NewsRepository = ReturnType<typeof newsRepository>
