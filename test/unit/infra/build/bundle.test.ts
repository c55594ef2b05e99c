import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import {
  bundledModules,
  bundleFolder,
  bundleFunctions,
  defaultEntries,
  isBuildFailure,
} from '../../../../infra/build/bundle.ts'
import { tinyFunctions } from './tinyFunctions.ts'

const handlers = {
  'one.ts': `/** @license of one */
import { greeting } from './shared/greeting.ts'
export const handler = async (longName: string) => greeting + longName\n`,
  'two.ts': "export const handler = async () => 'two'\n",
  'shared/greeting.ts': `const unused = operation({ id: 'unused' })
export const greeting: string = 'hello '\n`,
}

const handlerOf = (file: string) =>
  (createRequire(import.meta.url)(file) as { readonly handler: (name: string) => Promise<string> }).handler

test('every function is a small module of its own, without a map and without contracts that it does not use', async () => {
  const { entries, folder } = tinyFunctions(handlers, 'one', 'two')

  const { outputs } = await bundleFunctions({ entries, folder })

  const one = join(folder, 'one/index.cjs')
  expect(outputs).toEqual({ one, two: join(folder, 'two/index.cjs') })
  expect(await handlerOf(one)('you')).toBe('hello you')
  const text = readFileSync(one, 'utf8')
  for (const left of ['license', 'longName', 'unused', 'sourceMappingURL']) expect(text).not.toContain(left)
  expect(existsSync(`${one}.map`)).toBe(false)
})

test('the modules of a bundle are known, and functions that were not built have none', async () => {
  const { entries, folder, sources } = tinyFunctions(handlers, 'one')

  const bundle = await bundleFunctions({ entries, folder })

  const modules = bundledModules({ ...bundle, outputs: { ...bundle.outputs, three: join(folder, 'three/index.cjs') } })
  expect([...modules.keys()]).toEqual(['one'])
  expect(Object.keys(modules.get('one')?.inputs ?? {}).toSorted()).toEqual(
    ['one.ts', 'shared/greeting.ts'].map((file) => relative(process.cwd(), join(sources, file))),
  )
})

test('a bundle for this machine is readable, and its map leads to the sources wherever it is copied to', async () => {
  const { entries, folder, sources } = tinyFunctions(handlers, 'one')

  const { outputs } = await bundleFunctions({ entries, folder, isDebuggable: true })

  const text = readFileSync(outputs['one'] ?? '', 'utf8')
  expect(text).toContain('longName')
  expect(text).toContain('//# sourceMappingURL=index.cjs.map')
  const map = JSON.parse(readFileSync(join(folder, 'one/index.cjs.map'), 'utf8'))
  expect(map).not.toHaveProperty('sourcesContent')
  expect(map.sources.map((source: string) => new URL(source, map.sourceRoot).href).toSorted()).toEqual(
    ['one.ts', 'shared/greeting.ts'].map((file) => pathToFileURL(join(sources, file)).href),
  )
})

test('sources that do not build are a failure that names the place', async () => {
  const { entries, folder } = tinyFunctions({ 'one.ts': 'export const handler = (' }, 'one')

  const failure = await bundleFunctions({ entries, folder }).catch((error: unknown) => error)

  expect(isBuildFailure(failure)).toBe(true)
  expect(String(failure)).toContain('one.ts:1:24')
})

test.each([
  ['another error', new Error('no')],
  ['no error', { errors: [], warnings: [] }],
  ['an error with errors only', Object.assign(new Error('no'), { errors: [] })],
  ['an error with warnings only', Object.assign(new Error('no'), { warnings: [] })],
])('%s is no failure of a build', (_, error) => {
  expect(isBuildFailure(error)).toBe(false)
})

test('by default, every function of the registry is built into one folder', () => {
  const entries = defaultEntries()

  expect(bundleFolder).toBe(resolve('.build/functions'))
  expect(entries.filter(({ file }) => !existsSync(file))).toEqual([])
  expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['addNews', 'projectPayments', 'openConnection']))
})
