import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text, url } from '../../../../shared/contract/values.ts'
import { kindOf, parsedBody, violates, withInput } from '../../../../shared/contract/violations.ts'
import { DateTime } from '../../../../shared/runtime/time/dateTime.ts'

const Thing = z.object({ name: z.string('no text'), sizes: z.array(z.int('no size')) })

test('a valid body is the output of its schema', () => {
  expect(parsedBody(Thing, { name: 'a', sizes: [1], other: 2 })).toEqual({ name: 'a', sizes: [1] })
})

test('a body that does not match is refused for every violation', () => {
  expect(() => parsedBody(Thing, { sizes: [1, 'b'] })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: 'The body does not match its schema; errors lists every violation.',
      errors: [
        { in: 'body', pointer: '/name', code: 'required', detail: 'no text' },
        { in: 'body', pointer: '/sizes/1', code: 'type', detail: 'no size' },
      ],
    }),
  )
})

const mine = z.string().check(z.refine((value) => value === 'mine', { error: 'no', ...violates('contradictory') }))

test.each([
  ['a missing text', z.string(), undefined, { code: 'required' }],
  ['a missing choice', z.enum(['a', 'b']), undefined, { code: 'required' }],
  ['a missing alternative', z.union([z.string(), z.int()]), undefined, { code: 'required' }],
  ['null', z.string(), null, { code: 'type' }],
  ['a number for a text', z.string(), 1, { code: 'type' }],
  ['another choice', z.enum(['a', 'b']), 'c', { code: 'not_allowed' }],
  ['none of two alternatives', z.union([z.string(), z.int()]), {}, { code: 'format' }],
  ['a small number', z.int().check(z.minimum(1)), 0, { code: 'too_small', minimum: 1 }],
  ['a large number', z.int().check(z.maximum(9)), 10, { code: 'too_large', maximum: 9 }],
  ['an empty text', text(1, 9), '', { code: 'too_short', minimum: 1 }],
  ['a text of blanks', text(1, 9), '  ', { code: 'too_short', minimum: 1 }],
  ['a text of joiners', text(1, 9), '\u200b', { code: 'too_short', minimum: 1 }],
  ['a long text', text(1, 3), 'abcd', { code: 'too_long', maximum: 3 }],
  ['a text of long characters', text(1, 3), '🎁🎁', { code: 'too_long', maximum: 3 }],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], { code: 'too_few', minimum: 1 }],
  ['a long list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], { code: 'too_many', maximum: 1 }],
  ['another form', z.string().check(z.regex(/^a$/)), 'b', { code: 'format' }],
  ['no address', url('https'), 'javascript:alert(1)', { code: 'format' }],
  ['no date', DateTime, '2026-02-30T00:00:00Z', { code: 'format' }],
  ['a check that says it', mine, 'yours', { code: 'contradictory' }],
  ['a check that says nothing', z.string().check(z.refine(() => false)), 'a', { code: 'not_allowed' }],
])('%s has the code of its kind, and the bound', (_case, schema, value, kind) => {
  const issues = z.safeParse<z.ZodMiniType>(schema, value, withInput).error?.issues ?? []

  expect(issues.map(kindOf)).toEqual([kind])
})
