import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Operation, operation } from '../../../../shared/contract/operation.ts'
import type { Commits, Transaction } from '../../../../shared/mechanisms/http/idempotency.ts'
import { openExchange, requestReader } from '../../../../shared/mechanisms/http/readRequest.ts'
import { httpEvent } from '../../../support/httpEvent.ts'
import { minimalOperation } from '../../../support/minimalOperation.ts'

const { role: _, ...publicOperation } = minimalOperation
const render = () => ({ body: '' })
const transaction = {} as Transaction
const request = { recipient: 'alice', body: { a: 1 }, headers: { 'idempotency-key': 'key' } }

/** What is read of a request, and what the store is told of it. */
const readBy = async (described: Operation, event: object = httpEvent('POST', '/things', request)) => {
  const commits = vi.fn<Commits>(() => transaction)
  const exchange = openExchange(event, undefined, 0)
  const read = await requestReader(described, render, commits)(event, exchange)
  return { read, exchange, context: commits.mock.calls[0]?.[0] }
}

test.each([
  ['keeps its answers', {}, { idempotencyKey: 'key', reserved: false }],
  ['claims its keys', { idempotency: 'reserved' }, { idempotencyKey: 'key', reserved: true }],
  ['keeps no answers', { idempotency: 'never' }, { idempotencyKey: undefined, reserved: false }],
] as const)('the transaction of an operation that %s', async (_name, more, expected) => {
  const addThing = operation({ ...minimalOperation, body: z.object({}), ...more })

  const { exchange, context } = await readBy(addThing)

  expect(context).toEqual({ recipientId: 'alice', operationId: 'addThing', body: '{"a":1}', render, ...expected })
  expect(exchange.transaction).toBe(transaction)
})

test('a public operation without a body has a transaction of nobody and of no text', async () => {
  const addThing = operation({ ...publicOperation, auth: 'none' })

  const { read, context } = await readBy(addThing, { requestContext: { requestId: 'r' } })

  expect(context).toMatchObject({ recipientId: '', body: '', idempotencyKey: undefined })
  expect(read).toEqual({ requestId: 'r', address: '' })
})

test('who takes raw bodies gets the bytes beside the other parts', async () => {
  const addThing = operation({ ...publicOperation, auth: 'none', rawBody: true })

  const { read } = await readBy(addThing, { body: Buffer.from('ä').toString('base64'), isBase64Encoded: true })

  expect(read).toEqual({ requestId: 'unknown', address: '', rawBody: Buffer.from('ä') })
})

test('a request is named by the gateway, else by Lambda', async () => {
  expect(openExchange({ requestContext: { requestId: 'gateway' } }, 'lambda', 0).requestId).toBe('gateway')
  expect(openExchange({}, 'lambda', 0).requestId).toBe('lambda')
})

test('a caller without a token learns nothing of its body, and a body of another owner is refused before its schema is looked at', async () => {
  const addThing = operation({ ...minimalOperation, body: z.object({ name: z.string() }) })
  const event = httpEvent('POST', '/things', { recipient: 'alice', body: { recipientId: 'bob' } })

  await expect(readBy(addThing, { body: '{' })).rejects.toThrow(expect.objectContaining({ code: 'unauthorized' }))
  await expect(readBy(addThing, event)).rejects.toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('the body of a public operation has no owner to be compared with', async () => {
  const addThing = operation({ ...publicOperation, auth: 'none', body: z.object({ recipientId: z.string() }) })
  const event = httpEvent('POST', '/things', { body: { recipientId: 'bob' } })

  expect((await readBy(addThing, event)).read).toEqual({
    requestId: 'test-request',
    address: '127.0.0.1',
    body: { recipientId: 'bob' },
  })
})

test('a null is absent where the schema lets it be', async () => {
  const body = z.object({ name: z.string(), nickname: z.optional(z.string()) })
  const event = httpEvent('POST', '/things', { recipient: 'alice', body: { name: 'a', nickname: null } })

  const { read } = await readBy(operation({ ...minimalOperation, body }), event)

  expect(read).toMatchObject({ body: { name: 'a' } })
})
