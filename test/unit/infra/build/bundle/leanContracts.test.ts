import { expect, test } from 'vitest'
import { leanContracts } from '../../../../../infra/build/bundle/leanContracts.ts'

const marked = (call: string): string => `/* @__PURE__ */ (() => ${call})()`

test.each(['operation({ id })', 'socketRoute({ id })', 'page(Item)', 'text(3)', 'z.object({})', 'z.string().check(a)'])(
  '%s can be left out',
  (call) => {
    expect(leanContracts(`const a = 1, b = ${call};`)).toBe(`const a = 1, b = ${marked(call)};`)
    expect(leanContracts(`export const b = ${call}`)).toBe(`export const b = ${marked(call)}`)
  },
)

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

test('an operation loses what documents it, and keeps the lines of the rest', () => {
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
  'operation()',
  'operation(data)',
  'operation({ ...summary, success })',
  "operation({ 'summary': 1, success: success.of({ body: 1 }) })",
  'operation({ body: { description: 1 }, success: { ...body } })',
  'z.object({ summary: 1, success: { body: 1 } })',
  'socketRoute({ summary: 1 })',
])('%s keeps its arguments', (call) => {
  expect(leanContracts(`const a = ${call}`)).toBe(`const a = ${marked(call)}`)
})
