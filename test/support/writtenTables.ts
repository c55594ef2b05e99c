import { type TableName, tables } from '../../shared/contract/resources.ts'

const puts: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'TransactWriteItems', 'BatchWriteItem'])

/** Remembers the tables that may hold items, so that the many empty ones need not be scanned. */
export const watchWrites = (tableNamed: (name: TableName) => string) => {
  const written = new Set<TableName>()
  const names = (Object.keys(tables) as TableName[]).map((name) => [name, `"${tableNamed(name)}"`] as const)
  return {
    written,
    /**
     * Records a request to DynamoDB before it is sent.
     *
     * @param action `PutItem`
     */
    note: (action: string, body: string): void => {
      if (!puts.has(action) || (action === 'BatchWriteItem' && !body.includes('"PutRequest"'))) return
      for (const [name, quoted] of names) if (body.includes(quoted)) written.add(name)
    },
  }
}
