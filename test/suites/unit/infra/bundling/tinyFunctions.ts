import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FunctionEntry } from '../../../../../infra/bundling/functionEntries.ts'

/** A folder for bundles, and functions of a few lines outside the project: each file's text by its path. */
export const tinyFunctions = (files: Readonly<Record<string, string>>, ...ids: readonly string[]) => {
  const sources = mkdtempSync(join(tmpdir(), 'tiny-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(sources, path)), { recursive: true })
    writeFileSync(join(sources, path), text)
  }
  const entries: readonly FunctionEntry[] = ids.map((id) => ({ id, file: join(sources, `${id}.ts`) }))
  return { sources, entries, folder: join(sources, 'bundles') }
}
