import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { leanContracts } from '../../infra/build/bundle/leanContracts.ts'

const definition = `{
  id: 'a',
  summary: 'What it does, "}" included',
  description: 'Why',
  body: z.object({ description: z.string() }),
  success: { body: z.object({}), headers: {}, description: 'Fine' },
  examples: [{ name: 'one', body: {} }]
}`

const given = { operation: (value: unknown) => value, z: { object: (value: unknown) => value, string: () => 'text' } }

/** What the module's `a` is, with contracts as plain objects. */
const evaluated = (source: string): unknown =>
  runInNewContext(`${leanContracts(source).replaceAll('export ', '')}; a`, { ...given })

const bundled = (source: string): string =>
  transformSync(leanContracts(source), { minify: true, treeShaking: true, format: 'esm' }).code.trim()

describe('an operation', () => {
  test('keeps what runs, and loses what documents it', () => {
    expect(evaluated(`export const a = operation(${definition})`)).toEqual({
      id: 'a',
      body: { description: 'text' },
      success: { headers: {} },
    })
  })

  test('that is not used is left out, with what only it mentions', () => {
    const source = `const Price = z.object({}).register(z.globalRegistry, {});
      const unused = operation({ id: 'unused', ...Price.shape, body: z.object(Price) });
      export const a = operation({ id: 'a' });`
    expect(bundled(source)).toMatch(/^const \w+=operation\(\{id:"a"\}\);export\{\w+ as a\};$/)
  })
})

test.each([
  ['a call of anything else', 'const a = connect({ summary: 1 })'],
  ['a member of anything else', 'const a = console.z.object({ summary: 1 })'],
  ['a function', 'const a = () => z.object({ summary: 1 })'],
  ['a statement', 'z.config({ summary: 1 })'],
  ['a call within a function', 'function a() { const b = operation({ summary: 1 }) }'],
])('%s is left as it is', (_, source) => {
  expect(leanContracts(source)).toBe(source)
})

test.each(['operation()', 'operation(data)', 'operation({ ...data, success })', 'z.object({ summary: 1 }).strict()'])(
  '%s keeps its arguments',
  (call) => {
    expect(leanContracts(`const a = ${call}`)).toBe(`const a = /* @__PURE__ */ (() => ${call})()`)
  },
)
