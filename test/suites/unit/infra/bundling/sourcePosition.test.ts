import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { bundleFunctions } from '../../../../../infra/bundling/bundle.ts'
import type { FunctionEntry } from '../../../../../infra/bundling/functionEntries.ts'
import { sourcePosition } from '../../../../../infra/bundling/sourcePosition.ts'
import { tinyFunctions } from './tinyFunctions.ts'

const handlers = {
  'one.ts': `import { greeting } from './shared/greeting.ts'
export const handler = async (name: string) =>
  greeting + ' dear ' + name\n`,
  'shared/greeting.ts': "\n\nexport const greeting: string = 'hello '\n",
}

const deployed = async () => {
  const { entries, folder, sources } = tinyFunctions(handlers, 'one')
  const { outputs } = await bundleFunctions({ entries, folder })
  const [entry] = entries as readonly [FunctionEntry]
  const lines = readFileSync(outputs['one'] ?? '', 'utf8').split('\n')
  const positionOf = (text: string) => {
    const line = lines.findIndex((each) => each.includes(text))
    return { line: line + 1, column: (lines[line]?.indexOf(text) ?? -1) + 1 }
  }
  return { entry, positionOf, pathOf: (file: string) => relative(process.cwd(), join(sources, file)) }
}

afterEach(() => vi.unstubAllEnvs())

test('a position of a deployed bundle is one of its source', async () => {
  const { entry, positionOf, pathOf } = await deployed()
  const temporary = mkdtempSync(join(tmpdir(), 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)

  expect(await sourcePosition(entry, positionOf('" dear "'))).toEqual({ file: pathOf('one.ts'), line: 3, column: 14 })
  expect(await sourcePosition(entry, positionOf('"hello "'), { leanSdk: false })).toEqual({
    file: pathOf('shared/greeting.ts'),
    line: 3,
    column: 33,
  })
  expect(readdirSync(temporary)).toEqual([])
})

test('code of the bundler has no source', async () => {
  const { entry } = await deployed()

  expect(await sourcePosition(entry, { line: 1, column: 1 })).toBeUndefined()
})
