import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parsedBody } from '../../../../shared/contract/violations.ts'

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
        { in: 'body', pointer: '/name', detail: 'no text' },
        { in: 'body', pointer: '/sizes/1', detail: 'no size' },
      ],
    }),
  )
})
