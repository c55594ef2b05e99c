import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import type { TableDefinition } from '../../../shared/contract/tableDefinition.ts'
import type { TracedApi } from './tracedApi.ts'

/** DynamoDB adds this to each item, and to each copy of it in an index, where it bills storage. */
const overhead = 100

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 *
 * @param value as the document client gives it
 */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 1
  const members = Object.entries(value)
  return members.reduce((sum, [name, each]) => sum + 1 + (Array.isArray(value) ? 0 : name.length) + bytesOf(each), 3)
}

/** The billed bytes of an item, its copies in local indexes included. */
export const storedBytes = (table: TableName, item: Readonly<Record<string, unknown>>): number => {
  const { localIndexes = {} }: TableDefinition = tables[table]
  const own = Object.entries(item).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), overhead)
  return own * (1 + Object.keys(localIndexes).length)
}

/** The bytes that a recipient's items of these tables take, for each of their payments. */
export const bytesOfPayment = async (
  api: Pick<TracedApi, 'client' | 'table'>,
  recipientId: string,
): Promise<number> => {
  const itemsOf = async (name: TableName) => {
    const { Items = [] } = await api.client.send(
      new QueryCommand({
        TableName: api.table(name),
        KeyConditionExpression: 'recipientId = :me',
        ExpressionAttributeValues: { ':me': recipientId },
      }),
    )
    return Items
  }
  const lasting = ['payments', 'history', 'alerts'] as const
  const items = await Promise.all(lasting.map(async (name) => [name, await itemsOf(name)] as const))
  const bytes = items.flatMap(([name, own]) => own.map((item) => storedBytes(name, item)))
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / (items[0]?.[1].length ?? 1))
}
