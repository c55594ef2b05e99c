import { type TableName, tables } from '../../contract/resources.ts'
import type { TableDefinition } from '../../contract/tableDefinition.ts'
import { ownerOf } from '../../mechanisms/secrets/ownedSecret.ts'

/** Tables whose items an export gives. */
export type ExportedTable = {
  [Table in TableName]: (typeof tables)[Table]['data'] extends 'exported' ? Table : never
}[TableName]

const names = Object.keys(tables) as TableName[]
const definitionOf = (table: TableName): TableDefinition => tables[table]

const isExported = (table: TableName): table is ExportedTable => tables[table].data === 'exported'

export const exportedTables: readonly ExportedTable[] = names.filter(isExported)

/** Tables of which an erasure leaves nothing of a recipient. */
export const personalTables: readonly TableName[] = names.filter((table) =>
  ['exported', 'erased'].includes(tables[table].data),
)

/** The table whose items name a recipient's items of this one; undefined where they are found by themselves. */
export const namedIn = (table: TableName): TableName | undefined => {
  const { owner } = definitionOf(table)
  return owner !== undefined && 'namedIn' in owner ? owner.namedIn : undefined
}

/** Tables that an erasure reads. Items of others go with those that name them; the use of collections at the end. */
export const readTables: readonly TableName[] = personalTables.filter(
  (table) => namedIn(table) === undefined && table !== 'quotas',
)

/** The index by which a recipient's items are found; undefined where they have a partition of their own. */
export const ownerIndexOf = (table: TableName): string | undefined => {
  const { owner } = definitionOf(table)
  return owner !== undefined && 'index' in owner ? owner.index : undefined
}

/** Whether a recipient's items are partitions of their own. If not, `recipientId` has the recipient. */
export const isPartitioned = (table: TableName): boolean =>
  namedIn(table) === undefined && ownerIndexOf(table) === undefined

export const partitionKeyOf = (table: TableName): string => tables[table].partitionKey

/** The names of a table's key attributes. */
export const keyNames = (table: TableName): readonly string[] => {
  const { partitionKey, sortKey } = definitionOf(table)
  return sortKey === undefined ? [partitionKey] : [partitionKey, sortKey]
}

/** The value that a recipient's items have in the partition key. */
export const partitionOf = (table: TableName, recipientId: string): string => {
  const { owner } = definitionOf(table)
  if (owner !== undefined && 'digest' in owner) return ownerOf(recipientId)
  return owner !== undefined && 'prefix' in owner ? `${owner.prefix}${recipientId}` : recipientId
}
