import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replacements } from '../../infra/bundle/replacements.ts'
import { type Bundle, bundledModules, bundleFunctions, defaultEntries } from '../../infra/bundle.ts'
import { operations } from '../../shared/operations.ts'
import { testFolder } from './synthesize.ts'

const kilobyte = 1000
/** By what a bundle holds; the first that fits counts. */
const budgets = [
  { holding: '/@aws-sdk/client-s3/', bytes: 310 * kilobyte },
  // The document grows with every operation, and is parsed as JSON by no cold start but its own.
  { holding: 'shared/service/openapi.json', bytes: 310 * kilobyte },
  { holding: '', bytes: 200 * kilobyte },
] as const

const entries = defaultEntries()
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
let bundle: Bundle

beforeAll(async () => {
  bundle = await bundleFunctions({ folder })
})

afterAll(() => {
  const sizes = [...bundledModules(bundle)].map(([id, { bytes, inputs }]) => ({
    function: id,
    KB: (bytes / kilobyte).toFixed(1),
    modules: Object.keys(inputs).length,
  }))
  process.stdout.write(`\n${sizes.map((size) => `| ${Object.values(size).join(' | ')} |`).join('\n')}\n`)
  rmSync(folder, { recursive: true })
})

const outputOf = (id: string) => bundledModules(bundle).get(id) ?? expect.fail(`${id} was not bundled`)
const modulesOf = (id: string) => Object.keys(outputOf(id).inputs)

describe.each(entries)('$id', ({ id }) => {
  test('is within its budget', () => {
    const budget = budgets.find(({ holding }) => modulesOf(id).some((module) => module.includes(holding)))
    expect(outputOf(id).bytes).toBeLessThanOrEqual(budget?.bytes ?? 0)
  })

  test('holds sources of its own, of shared, of its packages, and the stand-ins', () => {
    const foreign = modulesOf(id).filter(
      (module) => !/^(functions|shared|node_modules|infra\/bundle\/standIns)\//.test(module),
    )
    expect(foreign).toEqual([])
  })

  test('holds no other function', () => {
    const functions = modulesOf(id).filter((module) => module.startsWith('functions/'))
    expect(functions).toEqual([expect.stringMatching(new RegExp(`/${id}\\.ts$`))])
  })

  test('holds no contract of another operation, and no documentation', () => {
    const text = readFileSync(bundle.outputs[id] ?? expect.fail(id), 'utf8')
    const foreign = operations.filter((operation) => operation.id !== id && text.includes(`id:"${operation.id}"`))
    expect(foreign.map((operation) => operation.id)).toEqual([])
    const documented = operations.filter(({ summary }) => text.includes(summary))
    expect(documented).toHaveLength(id === 'getOpenApi' ? operations.length : 0)
  })

  test('holds one copy of each package, the small zod and one language', () => {
    const modules = modulesOf(id)
    const roots = modules.flatMap((module) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [])
    const packages = [...new Set(roots)].map((root) => root.replace(/^.*node_modules\//, ''))
    expect(packages).toEqual([...new Set(packages)])
    expect(modules.filter((module) => /zod\/v4\/classic|zod\/v3|zod\/v4\/core\/to-json-schema/.test(module))).toEqual(
      [],
    )
    expect(modules.filter((module) => /zod\/v4\/locales\/(?!en\.js)/.test(module))).toEqual([])
  })

  test('has no source map', () => {
    const file = bundle.outputs[id] ?? expect.fail(id)
    expect(statSync(file).size).toBe(outputOf(id).bytes)
    expect(existsSync(`${file}.map`)).toBe(false)
  })
})

test('the same sources give the same bytes, whatever else is bundled', async () => {
  const [first] = entries
  const digestOf = ({ outputs }: Bundle) =>
    createHash('sha256')
      .update(readFileSync(outputs[first?.id ?? ''] ?? ''))
      .digest('hex')
  const alone = await bundleFunctions({ entries: entries.slice(0, 1), folder: testFolder() })
  const among = await bundleFunctions({ entries: entries.slice(0, 3), folder: testFolder() })
  expect(digestOf(among)).toBe(digestOf(alone))
})

test('every replacement stands for a module that there still is', async () => {
  const probe = { id: 'sdkProbe', file: join(import.meta.dirname, 'sdkProbe.ts') }
  const { metafile } = await bundleFunctions({ entries: [probe], folder: testFolder() })
  const modules = [metafile, bundle.metafile].flatMap(({ inputs }) => Object.keys(inputs))
  const stale = replacements.filter(({ module }) => !modules.some((path) => module.test(`/${path}`)))
  expect(stale.map(({ module }) => module.source)).toEqual([])
})

test('every replacement changes what it replaces', () => {
  const unchanged = replacements.flatMap(({ module, source }) =>
    Object.keys(bundle.metafile.inputs)
      .filter((path) => path.startsWith('node_modules/') && module.test(`/${path}`))
      .filter((path) => {
        const original = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
        return source(path, original) === original
      }),
  )
  expect(unchanged).toEqual([])
})
