import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { JsonObject } from './components.ts'
import { firstDifference } from './firstDifference.ts'

const serialized = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`

/** Writes the document in its committed form: pretty-printed JSON. */
export const writeDocument = (document: JsonObject, file: string): void => writeFileSync(file, serialized(document))

/** Why the file differs from the document, in one line; undefined when it does not. */
export const staleness = (document: JsonObject, file: string): string | undefined => {
  if (!existsSync(file)) return 'it does not exist'
  const committed = readFileSync(file, 'utf8')
  if (committed === serialized(document)) return undefined
  try {
    const difference = firstDifference(JSON.parse(committed), JSON.parse(serialized(document)))
    return difference === undefined ? 'its layout or the order of its members differs' : `it differs at ${difference}`
  } catch {
    return 'it is not JSON'
  }
}
