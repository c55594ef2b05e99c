import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { latest } from '../../../shared/store/timeIndex.ts'
import { totalsFromItem } from '../../../shared/totals/totals.ts'
import type { TableNames } from '../stackTables.ts'

/** A recipient whose stored total is not the number of items. */
export interface WrongTotal {
  readonly recipientId: string
  readonly list: (typeof lists)[number]
  readonly stored: number
  readonly counted: number
}

const lists = ['history', 'payments', 'alerts'] as const

/** The items of a list by recipient; deleted ones and tests have their place in the index behind all listed ones, or none, and are not counted. */
const countsOf = async (
  client: DynamoDBClient,
  TableName: string,
  list: (typeof lists)[number],
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  const listed =
    list === 'alerts'
      ? {}
      : { FilterExpression: 'listedAt < :latest', ExpressionAttributeValues: { ':latest': { S: latest } } }
  const pages = paginateScan(
    { client },
    { TableName, ConsistentRead: true, ProjectionExpression: 'recipientId', ...listed },
  )
  for await (const { Items = [] } of pages)
    for (const { recipientId } of Items) {
      const id = recipientId?.S ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  return counts
}

/** Compares the totals that recipients' items hold with the items of their lists. */
export const checkTotals = async (client: DynamoDBClient, tableNameOf: TableNames): Promise<readonly WrongTotal[]> => {
  const counts = await Promise.all(
    lists.map(async (list) => [list, await countsOf(client, await tableNameOf(list), list)] as const),
  )
  const stored = new Map<string, ReturnType<typeof totalsFromItem>>()
  const pages = paginateScan({ client }, { TableName: await tableNameOf('recipients'), ConsistentRead: true })
  for await (const { Items = [] } of pages)
    for (const item of Items) stored.set(item['recipientId']?.S ?? '', totalsFromItem(unmarshall(item)))
  const recipients = new Set([...stored.keys(), ...counts.flatMap(([, ofRecipients]) => [...ofRecipients.keys()])])
  return [...recipients].flatMap((recipientId) =>
    counts.flatMap(([list, ofRecipients]) => {
      const total = stored.get(recipientId)?.[list] ?? 0
      const counted = ofRecipients.get(recipientId) ?? 0
      return total === counted ? [] : [{ recipientId, list, stored: total, counted }]
    }),
  )
}
