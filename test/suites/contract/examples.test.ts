import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Operation, OperationExample } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'

const partsOf = ({ params = {}, headers = {}, query, body }: Operation, example: OperationExample) =>
  [
    ['path', z.object(params), example.params ?? {}],
    ['query', query ?? z.strictObject({}), example.query ?? {}],
    ['headers', z.object(headers), example.headers ?? {}],
    ['body', body ?? z.undefined(), example.body],
  ] as const

const violations = (operation: Operation, example: OperationExample): string[] =>
  partsOf(operation, example).flatMap(([part, schema, value]) => {
    const { success, error } = schema.safeParse(value)
    return success ? [] : [`${part}: ${z.prettifyError(error)}`]
  })

const examples = operations.flatMap((operation) =>
  (operation.examples ?? []).map((example) => ({ title: `${operation.id}: ${example.name}`, operation, example })),
)

describe.each(examples)('$title', ({ operation, example }) => {
  test('its request matches the schemas', () => {
    expect(violations(operation, example)).toEqual([])
  })

  test('its answer is exactly what the schema declares', () => {
    expect(operation.success.body.parse(example.answer)).toEqual(example.answer)
  })
})

test('examples have a name each', () => {
  for (const { id, examples: named = [] } of operations) {
    const names = named.map(({ name }) => name)
    expect(new Set(names).size, id).toBe(names.length)
  }
})

test('an example that does not match is found', () => {
  const operation = operations.find(({ id }) => id === 'updateAnnouncers')
  if (operation === undefined) throw new Error('the registry lacks it')

  expect(
    violations(operation, { name: 'bad', body: { added: 'no array' }, query: { x: '1' }, answer: {} }),
  ).toHaveLength(2)
})
