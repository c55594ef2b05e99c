import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '../../../../shared/areas/realtime/connectionStore.ts'
import { openConnection } from '../../../../shared/areas/realtime/contract.ts'
import { socketEventFrom } from '../../../../shared/areas/realtime/socketEvent.ts'
import { type SocketHandle, socketHandler } from '../../../../shared/areas/realtime/socketHandler.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { remainingMs } from '../../../../shared/runtime/invocation.ts'

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})

const event = { requestContext: { connectionId: 'c' } }
const least = { connectionId: 'c', connectedAt: 0, requestId: 'unknown', query: {}, headers: {}, body: '' }

test('an event of a socket is read with lower-case names', () => {
  const context = { connectionId: 'c', connectedAt: 7, requestId: 'r' }
  const whole = { requestContext: context, body: '{}', isBase64Encoded: false }

  expect(
    socketEventFrom({
      ...whole,
      headers: { Authorization: 'Bearer a', 'X-N': 7 },
      queryStringParameters: { Ticket: 't' },
    }),
  ).toEqual({
    connectionId: 'c',
    connectedAt: 7,
    requestId: 'r',
    body: '{}',
    headers: { authorization: 'Bearer a' },
    query: { ticket: 't' },
  })
})

test.each([
  {},
  { headers: null, queryStringParameters: null, body: null },
  { headers: 'text', queryStringParameters: 7, body: 7 },
  { body: 'e30=', isBase64Encoded: true },
])('an event of a socket may lack everything but its connection: %j', (more) => {
  expect(socketEventFrom({ ...event, ...more })).toEqual(least)
})

test.each([{}, { requestContext: {} }, { requestContext: { connectionId: 7 } }])(
  'an event of a socket without a connection is refused: %j',
  (value) => {
    expect(() => socketEventFrom(value)).toThrow('the event names no connection')
  },
)

/** What a handler answers, at two readings of the clock. */
const answerOf = (handle: SocketHandle, value: unknown = event, context?: object) => {
  const readings = [1000, 1042]
  return socketHandler(openConnection, handle, () => readings.shift() ?? 0)(value, context as never)
}
const line = { message: 'socket', operation: 'openConnection', milliseconds: 42 }

test('the handler of a socket answers 200 and logs the kind of event', async () => {
  const handled: unknown[] = []
  const answer = await answerOf(async (given) => {
    handled.push(given)
    return 'resume'
  })

  expect([answer, handled]).toEqual([{ statusCode: 200 }, [least]])
  expect(lines).toMatchObject([{ level: 'INFO', ...line, status: 200, eventType: 'resume' }])
  expect(lines[0]).not.toHaveProperty('error')
})

test('the handler of a socket logs no kind of event if the function names none', async () => {
  await answerOf(async () => 7)

  expect(lines[0]).not.toHaveProperty('eventType')
})

test.each([
  [new Problem('unauthorized', 'No.'), 401, 'INFO'],
  [new Problem('store_unavailable', 'No.'), 503, 'ERROR'],
  [new Error('a bug'), 500, 'ERROR'],
])('the handler of a socket answers %s with %i', async (error, status, level) => {
  expect(await answerOf(() => Promise.reject(error))).toEqual({ statusCode: status })
  expect(lines).toMatchObject([{ level, ...line, status }])
  expect('error' in (lines[0] ?? {})).toBe(status >= 500)
})

test('the handler of a socket answers 500 to an event without a context', async () => {
  expect(await answerOf(async () => undefined, null)).toEqual({ statusCode: 500 })
  expect(lines).toMatchObject([{ error: { name: 'Error' } }])
})

test('the handler of a socket has the time of its invocation', async () => {
  const times: number[] = []
  await answerOf(async () => times.push(remainingMs()), event, { getRemainingTimeInMillis: () => 0 })

  expect(times[0]).toBeLessThanOrEqual(0)
})

const listener = { recipientId: 'alice', overlayId: 'o' }
const storeOf = (answers: readonly object[]) => {
  const calls: [string, object][] = []
  const send = async (command: { readonly input: object }) => {
    calls.push([command.constructor.name, command.input])
    return answers[calls.length - 1] ?? {}
  }
  return { calls, store: connectionStore({ send } as unknown as DynamoDBDocumentClient, 'connections') }
}
const Key = { connectionId: 'c' }

test('a connection is stored for three hours, with its listener only', () => {
  const { operation } = storeOf([]).store.creation('c', { ...listener, other: 1 } as typeof listener, 100)

  expect(operation).toMatchObject({ Put: { Item: { connectionId: 'c', ...listener, expiresAt: 10_900 } } })
  expect(JSON.stringify(operation)).not.toContain('other')
})

test('a connection is read once, cheaply', async () => {
  const { calls, store } = storeOf([{ Item: listener }])

  expect([await store.find('c'), await store.find('c')]).toEqual([listener, listener])
  expect(calls).toEqual([['GetCommand', { TableName: 'connections', Key, ConsistentRead: false }]])
})

test('a connection is kept in memory for three hours, as long as it is stored', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const { calls, store } = storeOf([{ Item: listener }, { Item: listener }])
  const readsAt = async (hours: number, milliseconds = 0) => {
    vi.setSystemTime(hours * 60 * 60 * 1000 + milliseconds)
    await store.find('c')
    return calls.length
  }

  expect([await readsAt(0), await readsAt(3, -1), await readsAt(3)]).toEqual([1, 1, 2])
})

test('a connection is read consistently if the first read does not find it', async () => {
  const { calls, store } = storeOf([{}, { Item: listener }])

  expect(await store.find('c')).toEqual(listener)
  expect(calls.map(([, input]) => (input as { ConsistentRead: boolean }).ConsistentRead)).toEqual([false, true])
})

test('a connection is read again at the next message if it was not found', async () => {
  const { calls, store } = storeOf([])

  expect([await store.find('c'), await store.find('c')]).toEqual([undefined, undefined])
  expect(calls).toHaveLength(4)
})
