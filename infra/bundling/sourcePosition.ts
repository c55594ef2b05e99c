import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { type BundleKind, buildOptions } from './bundle.ts'
import { type FunctionEntry, projectFolder } from './functionEntries.ts'

/** A position in a file, counted from 1 as in stack traces. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface SourcePosition extends Position {
  /** The path relative to the project. */
  readonly file: string
}

/**
 * The source of a position in a deployed bundle. Bundles are reproducible, so the function is built again from the
 * checkout, with a source map. The deployed commit has to be checked out.
 */
export const sourcePosition = async (
  entry: FunctionEntry,
  position: Position,
  { leanSdk = true }: Pick<BundleKind, 'leanSdk'> = {},
): Promise<SourcePosition | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), 'where-'))
  try {
    await build({ ...buildOptions([entry], folder, { leanSdk }), sourcemap: 'external', sourcesContent: false })
    const map = new SourceMap(JSON.parse(readFileSync(join(folder, entry.id, 'index.cjs.map'), 'utf8')))
    const found = map.findEntry(position.line - 1, position.column - 1)
    if (!('originalSource' in found)) return undefined
    const { originalSource, originalLine, originalColumn } = found
    const file = resolve(folder, entry.id, originalSource)
    return { file: relative(projectFolder, file), line: originalLine + 1, column: originalColumn + 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
