import { createHmac } from 'node:crypto'
import type { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms'
import { expect, test, vi } from 'vitest'
import { type CursorScope, cursorKeyFrom, openCursor, sealCursor } from '../../../../shared/mechanisms/page/cursor.ts'
import type { Position } from '../../../../shared/mechanisms/store/slice.ts'

const key = Buffer.alloc(32, 1)
const scope: CursorScope = { recipientId: 'alice', operationId: 'listThings', query: { size: 20, sort: [] } }
const rejection = expect.objectContaining({
  code: 'invalid_request',
  message: 'The cursor does not belong to this query.',
  errors: [
    {
      in: 'query',
      pointer: '/cursor',
      code: 'not_allowed',
      detail: 'not a cursor of this list, this caller and this query',
    },
  ],
})

test.each<Position>([
  { offset: 20 },
  { offset: 20, after: 'id-1', numbered: 300 },
  { offset: 20, after: 0 },
  { offset: 0, after: '' },
  { offset: 20, after: ['name', null, true, 1, 'id-1'] },
])('the cursor of %j leads back to it', (position) => {
  expect(openCursor(key, scope, sealCursor(key, scope, position))).toEqual(position)
})

test('a cursor is the same in every function, and safe in a URL', () => {
  const cursor = sealCursor(key, scope, { offset: 20, after: 'id-1' })

  expect(cursor).toBe(sealCursor(Buffer.alloc(32, 1), { ...scope }, { after: 'id-1', offset: 20 }))
  expect(cursor).toMatch(/^[\w-]+\.[\w-]{43}$/)
})

test.each<[string, Partial<CursorScope>]>([
  ['another recipient', { recipientId: 'bob' }],
  ['another list', { operationId: 'listOthers' }],
  ['another query', { query: { size: 21, sort: [] } }],
])('a cursor of %s is refused', (_name, change) => {
  const cursor = sealCursor(key, { ...scope, ...change }, { offset: 20 })

  expect(() => openCursor(key, scope, cursor)).toThrow(rejection)
})

const [payload = '', mac = ''] = sealCursor(key, scope, { offset: 20 }).split('.')
const bytes = Buffer.from(mac, 'base64url')

test.each([
  ['nothing', ''],
  ['a dot', '.'],
  ['a payload alone', payload],
  ['a payload without a signature', `${payload}.`],
  ['a signature alone', `.${mac}`],
  ['a part more', `${payload}.${mac}.`],
  ['a signature that is cut', `${payload}.${bytes.subarray(0, 31).toString('base64url')}`],
  ['a signature that is too long', `${payload}.${Buffer.concat([bytes, bytes]).toString('base64url')}`],
  [
    'a bit of the signature flipped',
    `${payload}.${Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))).toString('base64url')}`,
  ],
  ['another spelling of the signature', `${payload}.${bytes.toString('base64')}`],
  ['a signature with something behind it', `${payload}.${mac}!`],
  ['another payload', `${Buffer.from('[]').toString('base64url')}.${mac}`],
])('%s is no cursor', (_name, cursor) => {
  expect(() => openCursor(key, scope, cursor)).toThrow(rejection)
})

test('a cursor that is signed with another key is refused', () => {
  const forged = `${payload}.${createHmac('sha256', Buffer.alloc(32, 2)).update(payload).digest('base64url')}`

  expect(() => openCursor(key, scope, forged)).toThrow(rejection)
})

const derived = Buffer.alloc(32, 7)
const answering = (...answers: (() => Promise<object>)[]) => {
  const send = vi.fn(
    (_command: GenerateMacCommand) => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
  )
  return { send, key: cursorKeyFrom({ send } as unknown as KMSClient, 'arn:key') }
}

test('the key that signs cursors is asked for once, however many need it', async () => {
  const { send, key } = answering(async () => ({ Mac: derived }))

  expect(await Promise.all([key(), key()])).toEqual([derived, derived])
  expect(await key()).toBe(derived)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.calls[0]?.[0].input).toEqual({
    KeyId: 'arn:key',
    Message: Buffer.from('streaming-support/cursor/v1'),
    MacAlgorithm: 'HMAC_SHA_256',
  })
})

test('a failure to fetch the key is not kept', async () => {
  const { key } = answering(
    () => Promise.reject(new Error('away')),
    async () => ({}),
    async () => ({ Mac: derived }),
  )

  await expect(key()).rejects.toThrow('away')
  await expect(key()).rejects.toThrow('KMS answered without a MAC')
  expect(await key()).toBe(derived)
})
