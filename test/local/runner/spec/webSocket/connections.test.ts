import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Connections } from '../../webSocket/connections.ts'
import { verdictFrom } from '../../webSocket/handshake.ts'
import { webSocketLimits } from '../../webSocket/limits.ts'
import { routeSelector } from '../../webSocket/routeSelection.ts'
import type { SocketOrigin } from '../../webSocket/socketEvents.ts'
import { openRoute } from '../gateway/literalDeployment.ts'
import { success } from '../gateway/servedApi.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const minute = 60_000

/** A socket that notes what is done to it; its client answers a close frame unless it is mute. */
class FakeSocket extends EventEmitter {
  readonly done: string[] = []
  isMute = false
  send(text: string, sent: (error?: Error) => void) {
    this.done.push(`sent ${text}`)
    sent()
  }
  close(code: number) {
    this.done.push(`closed ${code}`)
    if (!this.isMute) this.emit('close', code)
  }
  terminate() {
    this.done.push('cut')
    this.emit('close', 1006)
  }
}

const open = () => {
  const socket = new FakeSocket()
  const connections = new Connections(webSocketLimits, Date.now)
  const connection = connections.add({ connectionId: 'c' } as SocketOrigin, socket as unknown as WebSocket)
  return { socket, connections, connection }
}

test('an idle connection is closed after ten minutes, and is gone then', async () => {
  const { socket, connections } = open()

  await vi.advanceTimersByTimeAsync(10 * minute - 1)
  expect([socket.done, connections.find('c') !== undefined]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(1)

  expect([socket.done, connections.find('c')]).toEqual([['closed 1001'], undefined])
})

test.each<[string, (opened: ReturnType<typeof open>) => unknown, boolean]>([
  ['a message', ({ socket }) => socket.emit('message'), true],
  ['a ping', ({ socket }) => socket.emit('ping'), true],
  ['a pong', ({ socket }) => socket.emit('pong'), true],
  ['a pushed message', ({ connection }) => connection.send('x'), true],
  ['a look at it', ({ connections }) => connections.find('c'), false],
])('%s keeps a connection for ten more minutes, and is its last activity: %s', async (_what, act, keeps) => {
  const opened = open()
  const openedAt = Date.now()
  await vi.advanceTimersByTimeAsync(9 * minute)

  await act(opened)
  expect(opened.connection.lastActiveAt - openedAt).toBe(keeps ? 9 * minute : 0)
  await vi.advanceTimersByTimeAsync(9 * minute)

  expect(opened.connections.find('c') !== undefined).toBe(keeps)
})

test('a busy connection is closed after two hours', async () => {
  const { socket, connection } = open()

  for (let minutes = 0; minutes < 119; minutes += 7) {
    await connection.send('x')
    await vi.advanceTimersByTimeAsync(7 * minute)
  }
  expect(socket.done).not.toContain('closed 1001')
  await vi.advanceTimersByTimeAsync(minute)

  expect(socket.done).toContain('closed 1001')
})

test('a client that does not answer the end is cut off after a second', async () => {
  const { socket, connections } = open()
  socket.isMute = true

  const closed = connections.closeAll()
  await vi.advanceTimersByTimeAsync(999)
  expect(socket.done).toEqual(['closed 1001'])
  await vi.advanceTimersByTimeAsync(1)
  await closed

  expect(socket.done).toEqual(['closed 1001', 'cut'])
})

test.each([
  [200, 'accepted'],
  [299, 'accepted'],
  ['204', 'accepted'],
  [300, 300],
  [599, 599],
  [199, 502],
  [600, 502],
  [200.5, 502],
  ['', 502],
  [undefined, 502],
])('a $connect that answers the status %s is %s', (statusCode, expected) => {
  const verdict = verdictFrom(success({ statusCode }))

  expect(verdict.accepted ? 'accepted' : verdict.status).toBe(expected)
})

test.each([
  ['{"kind":{"name":"ack"}}', 'ack'],
  ['{"kind":{"name":"Ack"}}', '$default'],
  ['{"kind":{"name":"ac"}}', '$default'],
  ['{"kind":"ack"}', '$default'],
  ['{"kind.name":"ack"}', '$default'],
  ['{"kind":{"name":"$disconnect"}}', '$default'],
  ['{"kind":[{"name":"ack"}]}', '$default'],
  ['{"kind":{"name":1}}', '$default'],
  ['null', '$default'],
  ['no json', '$default'],
])('the message %s is of the route %s', (body, routeKey) => {
  const routes = ['ack', '$disconnect', '$default'].map((key) => openRoute(key))
  const select = routeSelector({
    logicalId: 'A',
    routes,
    mockRoutes: [],
    routeSelectionExpression: '$request.body.kind.name',
  })

  expect(select(body)?.routeKey).toBe(routeKey)
})
