import { type TableDefinition, type TableName, tables } from '../contract/resources.ts'

/** Tables whose items an export gives. */
export type ExportedTable = {
  [Table in TableName]: (typeof tables)[Table]['data'] extends 'exported' ? Table : never
}[TableName]

const names = Object.keys(tables) as TableName[]

const isExported = (table: TableName): table is ExportedTable => tables[table].data === 'exported'

export const exportedTables: readonly ExportedTable[] = names.filter(isExported)

/** Tables that hold anything of a recipient. */
export const personalTables: readonly TableName[] = names.filter((table) => tables[table].data !== 'nobody')

/** Whether a recipient's items of the table are partitions of their own; if not, they are found by reading all of it. */
export const isPartitioned = (table: TableName): boolean => {
  const { partitionKey, ownerPrefix }: TableDefinition = tables[table]
  return partitionKey === 'recipientId' || ownerPrefix !== undefined
}

export const partitionKeyOf = (table: TableName): string => tables[table].partitionKey

/** The names of a table's key attributes. */
export const keyNames = (table: TableName): readonly string[] => {
  const { partitionKey, sortKey }: TableDefinition = tables[table]
  return sortKey === undefined ? [partitionKey] : [partitionKey, sortKey]
}

/** The value that a recipient's items have in the partition key. */
export const partitionOf = (table: TableName, recipientId: string): string => {
  const { ownerPrefix = '' }: TableDefinition = tables[table]
  return `${ownerPrefix}${recipientId}`
}
