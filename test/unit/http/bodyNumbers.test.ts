import { expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { readJsonBody } from '../../../shared/http/jsonBody.ts'

const read = (body: string) => readJsonBody(body, false, 'application/json').value

const violationsOf = (body: string): Problem['errors'] => {
  try {
    read(body)
  } catch (error) {
    if (error instanceof Problem) return error.errors
    throw error
  }
  return undefined
}

test('an integer of 400 digits is the client’s mistake: no BigInt is made of infinity, which was 500', () => {
  expect(violationsOf(`{"a":{"b":[1,${'1'.repeat(400)}]}}`)).toEqual([
    { in: 'body', pointer: '/a/b/1', detail: 'is a number that cannot be kept exactly' },
  ])
})

test.each(['1e400', '9007199254740990.6', '1e-400'])(
  '%s in a free-form object is refused: it was stored as another value',
  (number) => {
    expect(violationsOf(`{"payload":{"x":${number}}}`)).toEqual([
      { in: 'body', pointer: '/payload/x', detail: 'is a number that cannot be kept exactly' },
    ])
  },
)

test('numbers that are kept are read beside texts that look like others', () => {
  const body = '{"a":[1.0,1e21,-0.25,0.12345678901234567],"b":"9007199254740993, 1e400"}'

  expect(read(body)).toEqual(JSON.parse(body))
})
