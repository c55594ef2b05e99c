import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { State } from '../../../../shared/web/client/live/connection.ts'
import type { Listening } from '../../../../shared/web/client/live/listen.ts'
import type { ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { serviceClient } from '../../../../shared/web/client/serviceClient.ts'
import { BrowserSocket } from '../../../support/browserSocket.ts'

const version = 1
const welcome = { version, type: 'welcome', overlayId: 'o', after: 0, through: 0, more: false } as const
const goals = (sequence: number): ServerMessage => ({
  version,
  type: 'goals',
  goals: { goals: [], sequence },
  sequence,
  after: sequence - 1,
  force: false,
  test: false,
})

let bodies: unknown[]
let token: string
let states: State[]
let shown: number[]
let listener: Listening

const send = async (request: Request): Promise<Response> => {
  bodies.push(JSON.parse(await request.text()))
  if (request.headers.get('authorization') !== 'Bearer good') return Response.json({}, { status: 401 })
  return Response.json({ ticket: `t${bodies.length}`, webSocketUrl: 'wss://live.test', expiresAt: '2999-01-01T00:00Z' })
}

const settled = async (milliseconds = 0) => {
  await vi.advanceTimersByTimeAsync(milliseconds)
  for (let count = 0; count < 20; count++) await new Promise(setImmediate)
}

beforeEach(async () => {
  bodies = []
  token = 'good'
  states = []
  shown = []
  BrowserSocket.opened = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.stubGlobal('localStorage', undefined)
  listener = serviceClient({ url: 'https://api.test', token: () => token, send }).watchAlerts({
    show: (message) => void shown.push(message.sequence),
    changed: (state) => states.push(state),
  })
  await settled()
})
afterEach(() => listener.close())

test('each connection of a page has a ticket of its own, and goes on after the last delivery without a key', async () => {
  const [first] = BrowserSocket.opened
  first?.open()
  first?.receive(welcome, goals(1))
  await settled()

  first?.cut(1000)
  await settled(2000)
  const second = BrowserSocket.opened[1]
  second?.open()

  expect(BrowserSocket.opened.map(({ url }) => url)).toEqual(['wss://live.test?ticket=t1', 'wss://live.test?ticket=t2'])
  expect(bodies).toEqual([{ session: true }, { session: true }])
  expect(second?.sent).toEqual([{ version, type: 'resume', after: 1 }])
})

test('a page acknowledges nothing, because it shows nothing on the stream', async () => {
  const [socket] = BrowserSocket.opened
  socket?.open()
  socket?.receive(welcome, goals(1), goals(2))
  await settled()

  expect(shown).toEqual([1, 2])
  expect(socket?.sent.map(({ type }) => type)).toEqual(['resume'])
})

test('a page whose token is rejected asks for no ticket until there is another token', async () => {
  BrowserSocket.opened[0]?.cut()
  token = 'old'
  await settled(2000)
  const [asked, state] = [bodies.length, states.at(-1)]
  await settled(60_000)
  const later = bodies.length
  token = 'good'
  listener.open()
  await settled()

  expect([asked, state, later]).toEqual([2, 'rejected', 2])
  expect(BrowserSocket.opened).toHaveLength(2)
})

test('a page that is closed asks for no ticket any more', async () => {
  listener.close()
  BrowserSocket.opened[0]?.cut()
  await settled(600_000)

  expect(bodies).toHaveLength(1)
})
