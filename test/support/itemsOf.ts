import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/contract/resources.ts'
import type { LocalAws } from './localAws.ts'

/** Every item of a table of the local AWS. */
export const itemsOf = async (
  { client, table }: Pick<LocalAws, 'client' | 'table'>,
  name: TableName,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table(name), ConsistentRead: true }))
  return Items
}
