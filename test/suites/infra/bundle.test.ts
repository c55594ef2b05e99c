import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { replacements } from '../../../infra/bundling/bundle/replacements.ts'
import { type Bundle, bundledModules, bundleFunctions, defaultEntries } from '../../../infra/bundling/bundle.ts'
import { accessOf } from '../../../shared/contract/operation.ts'
import type { Access } from '../../../shared/contract/resources.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { testFolder } from './template.ts'

const kilobyte = 1000
/** By what a bundle holds; the first that fits counts. */
const budgets = [
  { holding: '/@aws-sdk/client-s3/', bytes: 311 * kilobyte },
  // The document grows with every operation, and is parsed as JSON by no cold start but its own.
  { holding: 'shared/areas/service/openapi.json', bytes: 388 * kilobyte },
  // The page, in four languages: a text that its cold start reads, and no code.
  { holding: 'shared/web/panel/page.json', bytes: 274 * kilobyte },
  // What raises alerts judges their texts, by a list of names that takes 11 KB.
  { holding: 'shared/areas/alerts/topLevelDomains.ts', bytes: 225 * kilobyte },
  // Three gateways at which payments begin, or five whose webhooks are read: PayPal alone takes 8 KB.
  { holding: 'shared/providers/paypalApi.ts', bytes: 220 * kilobyte },
  { holding: '', bytes: 212 * kilobyte },
] as const

const entries = defaultEntries()

/** The kinds of resources that a function uses, which decide what of the SDK it holds. */
const kindsOf = ({ access, providers }: { readonly access: Access; readonly providers?: readonly string[] }): string =>
  [
    ...Object.keys(access).map((entry) => (entry.includes(':') ? entry.split(':')[0] : 'table')),
    providers !== undefined,
  ]
    .sort()
    .filter((kind, index, kinds) => kind !== kinds[index - 1])
    .join()

/** One function of each kind: the stock SDK is the same in all of them. */
const representatives = [
  ...Map.groupBy(
    [...operations.map((operation) => ({ ...operation, access: accessOf(operation) })), ...workers, ...socketRoutes],
    kindsOf,
  ).values(),
].flatMap(([first]) => entries.filter(({ id }) => id === first?.id))
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
const bundle = await bundleFunctions({ folder: join(folder, 'lean') })
/** The bundles of a deployment with `-c leanSdk=false`. */
const stock = await bundleFunctions({ entries: representatives, folder: join(folder, 'stock'), leanSdk: false })

afterAll(() => {
  const sizes = [...bundledModules(bundle)].map(([id, { bytes, inputs }]) => ({
    function: id,
    KB: (bytes / kilobyte).toFixed(1),
    modules: Object.keys(inputs).length,
  }))
  process.stdout.write(`\n${sizes.map((size) => `| ${Object.values(size).join(' | ')} |`).join('\n')}\n`)
  rmSync(folder, { recursive: true })
})

const outputOf = (id: string, from = bundle) => bundledModules(from).get(id) ?? expect.fail(`${id} was not bundled`)

test.each(entries)('$id is within its budget', ({ id }) => {
  const modules = Object.keys(outputOf(id).inputs)
  const budget = budgets.find(({ holding }) => modules.some((module) => module.includes(holding)))
  expect(outputOf(id).bytes).toBeLessThanOrEqual(budget?.bytes ?? 0)
})

const isClient = (module: string): boolean => module.includes('/@aws-sdk/client-')

test('the stock SDK is in bundles that ask for it, whole', () => {
  const sdkReplacements = Object.keys(stock.metafile.inputs).filter((module) => module.startsWith('infra/'))
  expect(sdkReplacements).toEqual([])
  for (const { id } of representatives.filter(({ id }) => Object.keys(outputOf(id).inputs).some(isClient)))
    expect(outputOf(id, stock).bytes, id).toBeGreaterThan(1.5 * outputOf(id).bytes)
})

describe.each([
  ['the lean SDK', () => bundle, entries],
  ['the stock SDK', () => stock, representatives],
] as const)('with %s', (_title, built, bundled) => {
  describe.each(bundled)('$id', ({ id }) => {
    const modulesOf = () => Object.keys(outputOf(id, built()).inputs)
    const fileOf = () => built().outputs[id] ?? expect.fail(id)

    test('a bundle holds sources of its own, of shared, of its packages, and the replacements', () => {
      const foreign = modulesOf().filter(
        (module) => !/^(functions|shared|node_modules|infra\/bundling\/bundle)\//.test(module),
      )
      expect(foreign).toEqual([])
    })

    test('a bundle holds no other function', () => {
      const functions = modulesOf().filter((module) => module.startsWith('functions/'))
      expect(functions).toEqual([expect.stringMatching(new RegExp(`/${id}\\.ts$`))])
    })

    test('a bundle holds no contract of another operation, and no documentation', () => {
      const text = readFileSync(fileOf(), 'utf8')
      const foreign = operations.filter((operation) => operation.id !== id && text.includes(`id:"${operation.id}"`))
      expect(foreign.map((operation) => operation.id)).toEqual([])
      const documented = operations.filter(({ summary }) => text.includes(summary))
      expect(documented).toHaveLength(id === 'getOpenApi' ? operations.length : 0)
    })

    test('a bundle holds one copy of each package, the small zod and one language', () => {
      const modules = modulesOf()
      const roots = modules.flatMap((module) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [])
      const packages = [...new Set(roots)].map((root) => root.replace(/^.*node_modules\//, ''))
      expect(packages).toEqual([...new Set(packages)])
      expect(modules.filter((module) => /zod\/v4\/classic|zod\/v3|zod\/v4\/core\/to-json-schema/.test(module))).toEqual(
        [],
      )
      expect(modules.filter((module) => /zod\/v4\/locales\/(?!en\.js)/.test(module))).toEqual([])
    })

    test('a bundle has no source map', () => {
      expect(statSync(fileOf()).size).toBe(outputOf(id, built()).bytes)
      expect(existsSync(`${fileOf()}.map`)).toBe(false)
    })
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

test('every replacement names an existing module', async () => {
  const probe = { id: 'sdkProbe', file: join(import.meta.dirname, 'sdkProbe.ts') }
  const { metafile } = await bundleFunctions({ entries: [probe], folder: testFolder() })
  const modules = [metafile, bundle.metafile].flatMap(({ inputs }) => Object.keys(inputs))
  const stale = replacements.filter(({ module }) => !modules.some((path) => module.test(`/${path}`)))
  expect(stale.map(({ module }) => module.source)).toEqual([])
})

test('every replacement changes its module', () => {
  const unchanged = replacements.flatMap(({ module, source }) =>
    Object.keys(bundle.metafile.inputs)
      .filter((path) => path.startsWith('node_modules/') && module.test(`/${path}`))
      .filter((path) => {
        const original = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
        return source(path, original) === original
      }),
  )
  expect(unchanged).toEqual([])
})
