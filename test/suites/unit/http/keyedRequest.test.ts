import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyedRequest, Replay, replayOrProblem } from '../../../../shared/mechanisms/http/keyedRequest.ts'

const keyed = (key: string, recipientId = 'alice', operationId = 'addThing', body = '{}', memberId?: string) =>
  keyedRequest(key, { recipientId, operationId, body, memberId })

test.each([
  ['x', '"x"', true],
  ['a b~', '"a b~"', true],
  ['"', '"""', true],
  ['x', '"x', false],
  ['x', 'x"', false],
  ['x', 'X', false],
  ['x'.repeat(255), `"${'x'.repeat(255)}"`, true],
])('the keys %j and %j are the same: %j', (left, right, same) => {
  expect(keyed(left).id === keyed(right).id).toBe(same)
})

test.each(['', '""', 'x'.repeat(256), 'ключ', 'ключ x', 'x ключ', 'a\u0007', '\u007f'])(
  'the key %j is refused',
  (key) => {
    expect(() => keyed(key)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'The Idempotency-Key is not valid.',
        errors: [
          {
            in: 'header',
            pointer: '/idempotency-key',
            code: 'format',
            detail: '1 to 255 printable ASCII characters, quoted or not',
          },
        ],
      }),
    )
  },
)

test('the record’s key tells recipient, operation and key apart, the fingerprint tells the body apart', () => {
  const first = keyed('key')
  const others = [keyed('key', 'bob'), keyed('key', 'alice', 'putThing'), keyed('other')]

  expect(new Set([first, ...others].map(({ recipientId, id }) => `${recipientId} ${id}`)).size).toBe(4)
  for (const { fingerprint } of others) expect(fingerprint).toBe(first.fingerprint)
  expect(keyed('key', 'alice', 'addThing', '{ }')).toEqual({
    ...first,
    fingerprint: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(keyed('key', 'alice', 'addThing', '{ }').fingerprint).not.toBe(first.fingerprint)
  expect(first.id).toMatch(/^[\w-]{43}$/)
  expect(first.fingerprint).toMatch(/^[\w-]{43}$/)
})

test('a record means its answer, its absence so far, or another request', () => {
  const request = keyed('key')
  const record = { ...request, expiresAt: 1_030 }
  const headers = { etag: '"1"' }

  expect(replayOrProblem({ ...record, body: '{}', headers }, request, 1_000)).toMatchObject({
    name: 'Replay',
    message: 'the request is a repetition',
    body: '{}',
    headers,
  })
  expect(replayOrProblem({ ...record, body: '', headers }, request, 1_000)).toBeInstanceOf(Replay)
  expect(replayOrProblem(record, request, 1_000)).toMatchObject({
    code: 'request_in_progress',
    message: 'The first request with this Idempotency-Key has no answer yet.',
    retryAfter: 30,
  })
  for (const other of [{ ...record, fingerprint: 'other' }, {}])
    expect(replayOrProblem({ ...other, body: '{}', headers }, request, 1_000)).toMatchObject({
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used for a request with another body.',
    })
})

test('a member’s keys are its own, and those of callers without a membership are as 1.0.0 stored them', () => {
  const [own, bobs, carols] = [undefined, 'bob', 'carol'].map((memberId) => keyed('key', 'alice', 'x', '{}', memberId))

  expect(new Set([own?.id, bobs?.id, carols?.id]).size).toBe(3)
  expect(own?.id).toBe(createHash('sha256').update('["x","key"]').digest('base64url'))
})
