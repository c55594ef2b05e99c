import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, type SourceMapPayload } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import {
  bundledModules,
  bundleFolder,
  bundleFunctions,
  defaultEntries,
  isBuildFailure,
} from '../../../../../infra/bundling/bundle.ts'
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
  const { sections } = JSON.parse(readFileSync(join(folder, 'one/index.cjs.map'), 'utf8'))
  const maps = sections.map(({ map }: { map: SourceMapPayload }) => map)
  expect(maps[0]).not.toHaveProperty('sourcesContent')
  expect(maps.flatMap((map: SourceMapPayload) => map.sources).toSorted()).toEqual(
    ['one.ts', 'shared/greeting.ts'].map((file) => pathToFileURL(join(sources, file)).href),
  )
})

const sharing = {
  'one.ts': `import { count } from './shared/count.ts'
export const handler = async () => [count(), (await import('./shared/late.ts')).late()]\n`,
  'two.ts': `import { count } from './shared/count.ts'
export const handler = async () => [count(), count()]\n`,
  'three.ts': "export const handler = async () => 'three'\n",
  'shared/count.ts': `import { basename } from 'node:path'
let calls = 0
export const count = () => basename('/a/call ') + ++calls\n`,
  'shared/late.ts': `import { count } from './count.ts'
export const late = () => {
  throw new Error(count())
}\n`,
}

test('bundles for this machine are complete: each has its parts, runs them once, and names the lines of sources', async () => {
  const { entries, folder, sources } = tinyFunctions(sharing, 'one', 'two', 'three')
  const written: number[] = []

  const bundle = await bundleFunctions({
    entries,
    folder,
    isDebuggable: true,
    onWritten: (count) => written.push(count),
  })

  const { one = '', two = '', three = '' } = bundle.outputs
  expect(written).toEqual([1, 2, 3])
  expect(await handlerOf(two)('')).toEqual(['call 1', 'call 2'])
  expect(readFileSync(three, 'utf8')).not.toContain('calls')
  expect(Object.keys(bundledModules(bundle).get('one')?.inputs ?? {})).toHaveLength(3)
  const run = `require(${JSON.stringify(one)}).handler().catch(({ stack }) => console.log(stack))`
  const stack = execFileSync(process.execPath, ['--enable-source-maps', '-e', run], { encoding: 'utf8' })
  expect(stack).toContain('Error: call 2')
  expect(stack).toContain(`${join(sources, 'shared/late.ts')}:3:9`)
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
