import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/contract/resources.ts'
import type { LocalAws } from './localAws.ts'

/** Every item of a table of the local AWS. */
export const itemsOf = async (
  { client, table, written }: Pick<LocalAws, 'client' | 'table' | 'written'>,
  name: TableName,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  if (!written.has(name)) return []
  const pages = paginateScan({ client }, { TableName: table(name), ConsistentRead: true })
  const items = await Array.fromAsync(pages, ({ Items = [] }) => Items)
  return items.flat()
}
