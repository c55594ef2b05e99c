/** The cells of a row, by the name of their column in small letters. */
export type Cells = ReadonlyMap<string, string>

/** Numbers as they are written: no float ever holds an amount. */
const asWritten = ((_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value) as (key: string, value: unknown) => unknown

function* cellsWithin(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) {
    if (value !== null) yield [path, String(value)]
    return
  }
  for (const [name, member] of Object.entries(value))
    yield* cellsWithin(member, `${path === '' ? '' : `${path}.`}${name.toLowerCase()}`)
}

/**
 * The members of a JSON object as the cells of a row, inner ones by their path: `donation.user.username`.
 *
 * @throws SyntaxError
 */
export const cellsOfJson = (json: string): Cells => {
  try {
    return new Map(cellsWithin(JSON.parse(json, asWritten), ''))
  } catch (error) {
    // The stack of calls has ended.
    throw error instanceof RangeError ? new SyntaxError('it is nested too deeply') : error
  }
}
