import { describe, expect, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import { request, tokenFor } from '../../support/apiClient.ts'
import { firstOfEach } from '../../support/firstOfEach.ts'

const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

/** Bodies that no operation takes: name, body, status, code, and where the violation is if it has a place. */
const badBodies: readonly (readonly [name: string, body: string, status: number, code: string, pointer?: string])[] = [
  ['not JSON', '{"a":', 400, 'malformed_body'],
  ['nothing', '', 400, 'malformed_body'],
  ['an array', '[]', 400, 'malformed_body'],
  ['a text', '"a"', 400, 'malformed_body'],
  ['null', 'null', 400, 'malformed_body'],
  ['257 KiB', `{"a":"${'x'.repeat(257 * 1024)}"}`, 413, 'payload_too_large'],
  ['33 levels', nested(33), 400, 'malformed_body'],
  ['an integer that would lose precision', '{"a":{"b":9007199254740993}}', 400, 'malformed_body', '/a/b'],
  ['a lone surrogate', '{"a":"\\ud800"}', 400, 'malformed_body', '/a'],
  ['__proto__', '{"__proto__":{"admin":true}}', 400, 'malformed_body', '/__proto__'],
  ['constructor', '{"a":[{"constructor":1}]}', 400, 'malformed_body', '/a/0/constructor'],
  ['a foreign owner', '{"ownerId":"somebody-else"}', 403, 'forbidden'],
  ['a foreign recipient in a list', '{"a":[{"recipientId":"somebody-else"}]}', 403, 'forbidden'],
]

const withBody = operations.filter(({ body, auth }) => body !== undefined && auth !== 'none')
/** One reader serves all bodies, so an operation of each kind of route shows what it refuses. */
const ofEachKind = firstOfEach(withBody, ({ method, idempotency }) => `${method} ${idempotency}`)

describe.each(ofEachKind.map((operation) => [operation.id, operation] as const))('%s', (id, { method, path }) => {
  test.each(badBodies)('an operation refuses %s', async (_name, body, status, code, pointer) => {
    const answer = await request(method, path, { token: await tokenFor(`bad-bodies-${id}`), body })

    expect(answer).toMatchObject({
      status,
      body: { status, code, ...(pointer !== undefined && { errors: [{ in: 'body', pointer }] }) },
    })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test('an operation refuses a body that is not JSON by its type', async () => {
    const answer = await request(method, path, {
      token: await tokenFor(`bad-bodies-${id}`),
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })

    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  test('an operation reads a body of unknown keys, which are ignored', async () => {
    const answer = await request(method, path, {
      token: await tokenFor(`bad-bodies-${id}`),
      body: { unknown: { deep: [1] } },
    })

    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toContain('unknown key')
  })
})

test('every operation with a body refuses one that is not JSON', async () => {
  const token = await tokenFor('bad-bodies')

  const answers = await Promise.all(
    withBody.map(async ({ id, method, path }) => {
      const { status, body } = await request(method, path, { token, body: '{"a":' })
      return [id, status, body.code]
    }),
  )

  expect(answers).toEqual(withBody.map(({ id }) => [id, 400, 'malformed_body']))
})

test.each(['', '/', '/messenger', '/messenger/announcers/', '/messenger/nobody', '/ALERTS'])(
  'the unknown path %j is the gateway’s 404',
  async (path) => {
    const answer = await request('GET', path, { token: await tokenFor('bad-bodies') })

    expect(answer).toMatchObject({ status: 404, body: { message: 'Not Found' } })
  },
)
