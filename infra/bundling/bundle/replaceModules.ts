import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import { type Replacement, replacements } from './replacements.ts'

const anyOf = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'))

const replacementOf = (path: string): Replacement | undefined => replacements.find(({ module }) => module.test(path))

export const replaceModules: Plugin = {
  name: 'replace-modules',
  setup: (build) => {
    build.onLoad({ filter: anyOf(replacements.map(({ module }) => module)) }, async ({ path }) => {
      const replacement = replacementOf(path.replaceAll('\\', '/'))
      if (replacement === undefined) return undefined
      return {
        contents: replacement.source(path, await readFile(path, 'utf8')),
        loader: path.endsWith('.json') ? 'json' : 'ts',
        resolveDir: dirname(path),
      }
    })
  },
}
