import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { dropNulls } from '../../../../shared/contract/dropNulls.ts'

const Inner = z.object({ may: z.optional(z.string()), must: z.string() })
const schema = z.object({
  must: z.string(),
  may: z.optional(z.string()),
  preset: z._default(z.string(), 'x'),
  nothing: z.nullable(z.string()),
  object: Inner,
  optional: z.optional(Inner),
  nullable: z.nullable(Inner),
  piped: z.pipe(
    Inner,
    z.transform((value) => value),
  ),
  list: z.array(Inner),
  free: z.record(z.string(), z.unknown()),
})

test('null is absent where a member may be, at every depth, and stays null elsewhere', () => {
  const given = { may: null, must: null }
  const names = ['object', 'optional', 'nullable', 'piped'] as const
  const body = {
    ...given,
    preset: null,
    nothing: null,
    unknown: null,
    list: [given, null, 1].map((each) => structuredClone(each)),
    ...Object.fromEntries(names.map((name) => [name, structuredClone(given)])),
    free: structuredClone(given),
  }

  dropNulls(schema, body)

  expect(body).toStrictEqual({
    must: null,
    nothing: null,
    unknown: null,
    list: [{ must: null }, null, 1],
    ...Object.fromEntries(names.map((name) => [name, { must: null }])),
    free: given,
  })
})

test.each([
  ['a text', 'text'],
  ['null', null],
  ['an object in place of a list', { list: { may: null } }],
  ['a list in place of an object', { object: [null] }],
])('%s that the schema does not expect is left to its check', (_name, body) => {
  const given = structuredClone(body)

  dropNulls(schema, body)

  expect(body).toEqual(given)
})
