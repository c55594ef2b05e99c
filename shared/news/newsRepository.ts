import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll } from '../store/query.ts'
import type { NewsEntry as NewsEntrySchema } from './contract.ts'
import { everyone } from './rules.ts'

export type NewsEntry = z.input<typeof NewsEntrySchema>

/** Who reads an entry: one recipient, or everyone. The prefix keeps a recipient from being named like everyone. */
const audienceOf = (recipientId: string, global = false): string => (global ? everyone : `recipient#${recipientId}`)

const entryFromItem = (item: Item): NewsEntry => {
  const { id, title, description, date, demoUrl } = item as unknown as NewsEntry
  return { id, title, description, date, demoUrl }
}

/** News entries, one item each, by audience; ids sort by time. */
export const newsRepository = (client: DynamoDBDocumentClient, table: string) => {
  const entriesFor = async (audience: string): Promise<NewsEntry[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'audience = :audience',
      ExpressionAttributeValues: { ':audience': audience },
      ConsistentRead: true,
    })
    return items.map(entryFromItem)
  }

  return {
    publication: (recipientId: string, entry: NewsEntry, global: boolean): Write => ({
      operation: {
        Put: {
          TableName: table,
          Item: { audience: audienceOf(recipientId, global), author: recipientId, ...entry },
        },
      },
      repeatable: true,
    }),

    removal: (recipientId: string, id: string, global: boolean): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: { audience: audienceOf(recipientId, global), id },
          ConditionExpression: 'attribute_exists(id)',
        },
      },
      repeatable: false,
      refusal: () => unknownId('news entry'),
    }),

    /** Whether an entry is one that the recipient alone reads. */
    isOwn: async (recipientId: string, id: string): Promise<boolean> => {
      const Key = { audience: audienceOf(recipientId), id }
      return (await getItem(client, { TableName: table, Key, ProjectionExpression: 'id' })) !== undefined
    },

    /** What a recipient reads: own and global entries, in no particular order. */
    list: async (recipientId: string): Promise<NewsEntry[]> =>
      (await Promise.all([entriesFor(audienceOf(recipientId)), entriesFor(everyone)])).flat(),
  }
}

export type NewsRepository = ReturnType<typeof newsRepository>
