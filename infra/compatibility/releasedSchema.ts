import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StoredPromises } from './breakingChanges.ts'
import type { StoredSchema } from './storedSchema.ts'

/** All that the last release keeps, and all that is stored by it. */
export interface ReleasedSchema extends StoredSchema, StoredPromises {
  readonly release: string
  /** The release's commit, which the commit after it names. */
  readonly commit: string | null
  /** Logical ids that releases gave up, or `<id>.` with an index, `stream` or `timeToLive`, with the reason. */
  readonly retired: Readonly<Record<string, string>>
}

/** The committed file, which `npm run schema` writes. */
export const schemaFile = fileURLToPath(new URL('schema.json', import.meta.url))

export const readReleasedSchema = (): ReleasedSchema => JSON.parse(readFileSync(schemaFile, 'utf8')) as ReleasedSchema
