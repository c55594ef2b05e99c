import type { TableName } from '../../shared/contract/resources.ts'
import { type TableDefinition, tables } from '../../shared/contract/resources.ts'
import { isPartitioned, partitionOf, personalTables } from '../../shared/personalData/personalTables.ts'
import type { Scene } from './fixtures/fixture.ts'

/** The smallest item of a recipient in a table: its keys and its owner. */
export const leastItem = (table: TableName, recipientId: string, key: string): Readonly<Record<string, unknown>> => {
  const { partitionKey, sortKey, numbers = [] }: TableDefinition = tables[table]
  return {
    recipientId,
    [partitionKey]: isPartitioned(table) ? partitionOf(table, recipientId) : key,
    ...(sortKey !== undefined && { [sortKey]: numbers.includes(sortKey) ? 1 : key }),
  }
}

/** Puts an item of the recipient into every table that holds data of recipients. */
export const putEverywhere = async ({
  recipient,
  put,
  unique,
}: Pick<Scene, 'recipient' | 'put' | 'unique'>): Promise<void> => {
  for (const table of personalTables) await put(table, leastItem(table, recipient, unique('item')))
}
