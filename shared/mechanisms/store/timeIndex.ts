import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { boundedList } from './boundedList.ts'

/**
 * The index of lists in the order of time. Its sort key `listedAt` is a sortable time and an id; items without it are
 * not listed.
 */
export const timeIndex = 'byTime'

/** Every `listedAt` sorts between these texts. */
export const [earliest, latest] = ['0', ':']

/** The index key of an item, from its `listedAt`: the start of the page after it. */
export const startKey = (recipientId: string, listedAt: string): Record<string, string> => ({
  recipientId,
  id: listedAt.slice(listedAt.indexOf('#') + 1),
  listedAt,
})

/** Lists the items of a query of a time index, which selects the recipient, the items and the direction. */
export const timeList = <Listed>(
  client: DynamoDBDocumentClient,
  recipientId: string,
  input: QueryCommandInput,
  read: (item: Item) => Listed,
) =>
  boundedList<Listed, string>(client, {
    input: { ...input, ConsistentRead: true },
    sortKey: 'listedAt',
    startKey: (listedAt) => startKey(recipientId, listedAt),
    read,
  })
