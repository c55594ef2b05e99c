import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { leanContracts, leaveOutContracts } from '../../../../../../infra/bundling/bundle/leanContracts.ts'
import { tinyFunctions } from '../tinyFunctions.ts'

const marked = (call: string): string => `/* @__PURE__ */ (() => ${call})()`

test.each([
  'operation({ id })',
  'worker({ id })',
  'socketRoute({ id })',
  'page(Item)',
  'text(3)',
  'z.object({})',
  'z.string().check(a)',
])('%s can be left out', (call) => {
  expect(leanContracts(`const a = 1, b = ${call};`)).toBe(`const a = 1, b = ${marked(call)};`)
  expect(leanContracts(`export const b = ${call}`)).toBe(`export const b = ${marked(call)}`)
})

test.each([
  'const a = connect({ summary: 1 })',
  'const a = console.z.object({ summary: 1 })',
  'const a = (() => z)()',
  'const a = z.shape, b = z, c = page`text`, d = new z.Type()',
  'const a = () => z.object({ summary: 1 })',
  'let a',
  'z.config({ summary: 1 })',
  'function a() { const b = operation({ summary: 1 }) }',
  'export function a() {}',
  "export * from 'a'",
  "import { z } from 'zod'",
])('%s stays as it is', (source) => {
  expect(leanContracts(source)).toBe(source)
})

test('a bundled operation loses its documentation, and keeps the lines of the rest', () => {
  const source = `const a = operation({
  id: 'a',
  summary: \`two
lines\`,
  description: 'why',
  body: z.object({ summary: z.string() }),
  success: { body: z.object({}), headers, description: 'fine' },
  examples: [
    {},
  ],
})
export const b = page(a)`

  expect(leanContracts(source)).toBe(`const a = /* @__PURE__ */ (() => operation({
  id: 'a',
  ...{}
,
  ...{},
  body: z.object({ summary: z.string() }),
  success: { ...{}, headers, ...{} },
  ...{}

,
}))()
export const b = /* @__PURE__ */ (() => page(a))()`)
})

test.each([
  [
    "worker({ id: 'a', summary, source: {}, timeoutSeconds: 5 })",
    "worker({ id: 'a', ...{}, ...{}, timeoutSeconds: 5 })",
  ],
  ["z.object({ id }).check(a).register(z.globalRegistry, { id: 'A' })", 'z.object({ id }).check(a)'],
])('%s is %s in a function', (call, lean) => {
  expect(leanContracts(`const a = ${call}`)).toBe(`const a = ${marked(lean)}`)
})

test.each([
  'operation()',
  'worker(data)',
  'operation(data)',
  'operation({ ...summary, success })',
  "operation({ 'summary': 1, success: success.of({ body: 1 }) })",
  'operation({ body: { description: 1 }, success: { ...body } })',
  'z.object({ summary: 1, success: { body: 1 } })',
  'socketRoute({ summary: 1 })',
])('%s keeps its arguments', (call) => {
  expect(leanContracts(`const a = ${call}`)).toBe(`const a = ${marked(call)}`)
})

/** What esbuild makes of a module in these folders. */
const built = async (file: string, text: string, sourcemap?: 'external') => {
  const { sources, folder } = tinyFunctions({ [file]: text })
  const { outputFiles } = await build({
    absWorkingDir: sources,
    entryPoints: [file],
    outdir: folder,
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [leaveOutContracts],
    ...(sourcemap && { sourcemap }),
  })
  return outputFiles.map((output) => output.text)
}

const contracts = `interface News { readonly id: string }
const unused = operation({ id: 'unused' })
export const used = operation({ id: 'used', summary: 'why' })
`

test('contracts are left out of modules of shared, and of no others', async () => {
  const [shared = ''] = await built('shared/contract.ts', contracts)
  const [other = ''] = await built('functions/contract.ts', contracts)
  const [script = ''] = await built('shared/contract.js', contracts.replace(/.*\n/, ''))

  expect(shared).toContain('"used"')
  for (const left of ['unused', 'why']) expect(shared).not.toContain(left)
  for (const whole of [other, script]) for (const kept of ['"unused"', '"why"']) expect(whole).toContain(kept)
})

test('the map of a module leads to its source, if there is one', async () => {
  const [map = ''] = await built('shared/contract.ts', contracts, 'external')
  const [withoutMap = '', ...others] = await built('shared/contract.ts', contracts)

  expect(JSON.parse(map)).toMatchObject({ sources: ['../shared/contract.ts'] })
  expect(JSON.parse(map).mappings).toMatch(/^;AAEO/)
  expect(withoutMap).not.toContain('sourceMappingURL')
  expect(others).toEqual([])
})

test('a mistake in a module is reported with its place', async () => {
  await expect(built('shared/contract.ts', 'const a = (')).rejects.toThrow('shared/contract.ts:1:11')
})
