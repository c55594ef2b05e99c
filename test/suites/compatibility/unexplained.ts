import meanings from '../../../infra/compatibility/attributes.json' with { type: 'json' }
import type { TableName } from '../../../shared/contract/resources.ts'

const { everywhere, ...ofTables } = meanings as Readonly<Record<string, Readonly<Record<string, string>>>>

/** The stored attributes, `<table>.<name>`, that have no line with their meaning, each once. */
export const unexplained = (stored: readonly (readonly [TableName, string])[]): readonly string[] => {
  const without = stored.filter(
    ([table, name]) => ofTables[table]?.[name] === undefined && everywhere?.[name] === undefined,
  )
  return [...new Set(without.map((path) => path.join('.')))].toSorted()
}
