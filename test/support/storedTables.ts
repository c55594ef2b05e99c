import { vi } from 'vitest'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Item } from '../../shared/contract/write.ts'

/** What the store is asked for; a transaction and a read of several tables have their own members. */
interface Sent {
  readonly TableName?: string
  readonly IndexName?: string
  readonly ExpressionAttributeValues?: Item
  readonly TransactItems?: readonly Readonly<Record<string, Sent>>[]
  readonly RequestItems?: Readonly<Record<string, unknown>>
}

const nameOf = (action: string, { TableName, IndexName, TransactItems = [], RequestItems }: Sent): string[] => [
  ...(TableName === undefined ? [] : [[action, TableName, IndexName].filter(Boolean).join(' ')]),
  ...TransactItems.flatMap((item) => Object.entries(item).flatMap(([kind, sent]) => nameOf(kind, sent))),
  ...Object.keys(RequestItems ?? {}).map((table) => `${action} ${table}`),
]

/**
 * Lets the functions' client find one item in each of these tables, in the first of its shards, until mocks are restored. Returns what is
 * asked of it, and its names: `Query payments byGateway`.
 */
export const storedTables = (items: Readonly<Record<string, object | undefined>>) => {
  const sent: Sent[] = []
  const names: string[] = []
  vi.spyOn(documentClient, 'send').mockImplementation(async (command: { readonly input: object }) => {
    const input = command.input as Sent
    const action = command.constructor.name.replace('Command', '')
    sent.push(input)
    names.push(...nameOf(action, input))
    const { TableName = '', ExpressionAttributeValues = {}, RequestItems = {} } = input
    const { [TableName]: item } = items
    if (action === 'Get') return { Item: item }
    const found = Object.keys(RequestItems).map((table) => [table, [items[table]].filter(Boolean)])
    const isElsewhere = Number(ExpressionAttributeValues[':shard'] ?? 0) > 0
    return { Items: isElsewhere || item === undefined ? [] : [item], Responses: Object.fromEntries(found) }
  })
  return { sent, names }
}
