import { type TableName, tables } from '../../shared/contract/resources.ts'
import type { TableDefinition } from '../../shared/contract/tableDefinition.ts'
import type { DynamoDbInput } from '../local/runner/aws/dynamodbActions.ts'

/** Attribute values as DynamoDB's requests have them. */
type Attributes = Readonly<Record<string, unknown>>

/** The keys of the items that were put into a table, each once. */
export type WrittenKeys = Map<TableName, Map<string, Attributes>>

interface Put {
  readonly TableName: string
  /** An item, or the key of one. */
  readonly attributes: Attributes
}

interface Write {
  readonly TableName?: string
  readonly Item?: Attributes
  readonly Key?: Attributes
}

const putOf = ({ TableName = '', Item, Key = {} }: Write): Put => ({ TableName, attributes: Item ?? Key })

/** The items that a request may put. A refused request puts none of them, which does no harm. */
const puts: Readonly<Record<string, (input: DynamoDbInput) => readonly Put[]>> = {
  PutItem: (input) => [putOf(input)],
  UpdateItem: (input) => [putOf(input)],
  TransactWriteItems: ({ TransactItems = [] }) =>
    TransactItems.flatMap(({ Put, Update }) => [Put, Update].filter((write) => write !== undefined).map(putOf)),
  BatchWriteItem: ({ RequestItems = {} }) =>
    Object.entries(RequestItems).flatMap(([TableName, requests]) =>
      (requests as readonly { readonly PutRequest?: { readonly Item: Attributes } }[]).flatMap(({ PutRequest }) =>
        PutRequest === undefined ? [] : [putOf({ TableName, ...PutRequest })],
      ),
    ),
}

/** Remembers the keys of items that may exist, so that nobody has to search the many tables for them. */
export const watchWrites = (tableNamed: (name: TableName) => string) => {
  const written: WrittenKeys = new Map()
  const known = new Map(
    (Object.entries(tables) as [TableName, TableDefinition][]).map(([name, { partitionKey, sortKey }]) => [
      tableNamed(name),
      { name, keyNames: sortKey === undefined ? [partitionKey] : [partitionKey, sortKey] },
    ]),
  )
  return {
    written,
    /**
     * Records a request to DynamoDB before it is sent.
     *
     * @param action `PutItem`
     */
    record: (action: string, input: DynamoDbInput): void => {
      for (const { TableName, attributes } of puts[action]?.(input) ?? []) {
        const table = known.get(TableName)
        if (table === undefined) continue
        const key = Object.fromEntries(table.keyNames.map((name) => [name, attributes[name]]))
        const keys = written.get(table.name) ?? new Map<string, Attributes>()
        written.set(table.name, keys.set(JSON.stringify(key), key))
      }
    },
  }
}
