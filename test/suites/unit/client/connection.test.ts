import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection, keepAliveMs, resumeEvery, type State } from '../../../../shared/web/client/live/connection.ts'
import { Credentials, type Ticket } from '../../../../shared/web/client/live/credentials.ts'
import type { ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { BrowserSocket } from '../../../support/browserSocket.ts'

const version = 1
const welcome: ServerMessage = { version, type: 'welcome', overlayId: 'o', after: 0, through: 0, more: false }
const error = (code: 'superseded' | 'revoked' | 'malformed_message'): ServerMessage => ({
  version,
  type: 'error',
  code,
  detail: '',
})
const ticket: Ticket = { ticket: 't', webSocketUrl: 'wss://live.test' }

let states: State[]
let received: ServerMessage[]
let openings: number
let renewal: () => Promise<Ticket | 'taken' | undefined>
let asked: boolean[]
let connection: Connection

/** A listener that was there before, so that each address is one renewal, with waits of their full length. */
const opening = (chance = () => 1, kept = JSON.stringify({ key: 'k', isKnown: true })): Promise<void> => {
  const tickets = {
    first: async () => ticket,
    renewed: (_key: string, ifFree: boolean) => {
      asked.push(ifFree)
      return renewal()
    },
    isEndless: false,
  }
  const credentials = new Credentials('place', tickets, () => ({ getItem: () => kept, setItem: () => undefined }))
  const listeners = {
    opened: () => {
      openings += 1
    },
    received: (message: ServerMessage) => void received.push(message),
    changed: (state: State) => void states.push(state),
  }
  connection = new Connection(credentials, listeners, chance)
  return connection.open()
}
const socket = () => BrowserSocket.opened.at(-1) as BrowserSocket
const count = () => BrowserSocket.opened.length
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  ;[states, received, openings, asked] = [[], [], 0, []]
  renewal = async () => ticket
  BrowserSocket.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', BrowserSocket)
})
afterEach(() => {
  connection.close()
})

test('a connection opens the address that it gets, and passes messages on', async () => {
  await opening()
  socket().open()
  socket().receive(welcome, error('malformed_message'))

  expect(socket().url).toBe('wss://live.test?ticket=t')
  expect([openings, states]).toEqual([1, ['online']])
  expect(received).toEqual([welcome, error('malformed_message')])
})

test('a listener has one connection, however often it is opened', async () => {
  const first = opening()
  await Promise.all([first, connection.open()])
  await connection.open()

  expect(count()).toBe(1)
})

/** Waits for the next connections, of which each is cut after it was treated so; resolves to the waits in milliseconds. */
const waitsOf = async (failures: number, treat: () => void = () => undefined): Promise<readonly number[]> => {
  const waits: number[] = []
  for (let failure = 0; failure < failures; failure++) {
    const [before, cutAt] = [count(), Date.now()]
    treat()
    socket().cut()
    for (let waited = 0; count() === before && waited < 1300; waited++) await wait(250)
    waits.push(Date.now() - cutAt)
  }
  return waits
}
const welcomed = () => {
  socket().open()
  socket().receive(welcome)
}

test.each([
  ['was refused', () => undefined],
  ['was accepted and never welcomed', () => socket().open()],
])(
  'the wait doubles after each connection that %s, up to half a minute, regression: it stayed a second',
  async (_name, treat) => {
    await opening()

    expect(await waitsOf(7, treat)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(states).toEqual(Array(7).fill('offline'))
  },
)

test('the waits begin again after each welcome, not only after the first', async () => {
  await opening()
  await waitsOf(3)

  expect(await waitsOf(2, welcomed)).toEqual([1000, 1000])
  expect(await waitsOf(2)).toEqual([2000, 4000])
  expect(await waitsOf(1, welcomed)).toEqual([1000])
})

test('a page whose only ticket is in doubt after three refusals is rejected, and waits up to five minutes', async () => {
  // A digest comes from another thread, for which no clock of the test waits.
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32))
  renewal = async () => undefined
  await opening(undefined, 'null')

  expect((await waitsOf(10)).slice(4)).toEqual([16_000, 32_000, 64_000, 128_000, 256_000, 300_000])
  expect(states).toEqual([...Array(2).fill('offline'), ...Array(8).fill('rejected')])
})

test('a hidden page, whose timers are up to a minute late, is heard within the ten idle minutes of the gateway', () => {
  const [idleMs, lateMs, halfAnHourMs] = [10 * 60_000, 60_000, 30 * 60_000]

  expect(keepAliveMs + lateMs).toBeLessThan(idleMs)
  expect(resumeEvery * keepAliveMs).toBeLessThanOrEqual(halfAnHourMs)
})

test('connections that were cut together come back at random times', async () => {
  await opening(() => 0.3)
  socket().cut()
  await wait(299)
  const before = count()
  await wait(1)

  expect([before, count()]).toEqual([1, 2])
})

test('a connection without a ticket is tried again', async () => {
  renewal = () => Promise.reject(new Error('no network'))
  await opening()
  renewal = async () => ticket
  await wait(999)
  const before = count()
  await wait(1)

  expect([before, count(), states]).toEqual([0, 1, ['offline']])
})

test('an answer that does not come within 15 s of connecting counts as a broken connection', async () => {
  await opening()
  socket().open()
  const first = socket()
  await wait(14_999)
  expect(first.closings).toBe(0)
  await wait(1)

  expect([first.closings, states]).toEqual([1, ['offline']])
  await wait(1000)
  expect(count()).toBe(2)
})

test('an answer is awaited after a resume, and after no other message', async () => {
  await opening()
  socket().receive(welcome)
  connection.send({ version, type: 'ack', sequence: 1 })
  await wait(20_000)
  expect([count(), socket().closings]).toEqual([1, 0])

  connection.send({ version, type: 'resume' })
  await wait(10_000)
  connection.send({ version, type: 'resume' })
  await wait(14_999)
  expect(socket().closings).toBe(0)
  await wait(1)

  expect(BrowserSocket.opened[0]?.closings).toBe(1)
})

test('an open connection sends a sign of life within nine minutes: two pings, and then a resume', async () => {
  await opening()
  socket().open()
  socket().receive(welcome)
  const signs: string[] = []
  for (let sign = 0; sign < 6; sign++) {
    await wait(525_000)
    signs.push(`${openings} ${socket().sent.length}`)
    socket().receive(sign % 3 === 2 ? welcome : { version, type: 'pong' })
  }

  connection.close()
  await wait(3_600_000)

  expect(signs).toEqual(['1 1', '1 2', '2 2', '2 3', '2 4', '3 4'])
  expect(socket().sent).toEqual(Array(4).fill({ version, type: 'ping' }))
  expect([openings, count()]).toEqual([3, 1])
})

test('a connection that was cut gives no signs of life beside those of the next one, whose first ones are pings', async () => {
  await opening()
  for (let connections = 0; connections < 3; connections++) {
    welcomed()
    await wait(525_000)
    expect(socket().sent).toEqual([{ version, type: 'ping' }])
    await waitsOf(1, () => socket().receive(welcome))
  }
})

test('a connection whose socket died without a close is found by the pong that does not come within 15 s', async () => {
  await opening()
  socket().open()
  socket().receive(welcome)
  await wait(525_000 + 14_999)
  expect(count()).toBe(1)
  await wait(1 + 1000)

  expect([BrowserSocket.opened[0]?.closings, count(), states]).toEqual([1, 2, ['online', 'offline']])
})

test('an open connection resumes when it is opened again, so that a dead one is found when the network is back', async () => {
  await opening()
  socket().readyState = 0
  await connection.open()
  socket().readyState = BrowserSocket.OPEN
  socket().open()
  socket().receive(welcome)
  await connection.open()

  expect(openings).toBe(2)
})

test('messages are sent to an open socket, and to no other', async () => {
  const pending = opening()
  connection.send({ version, type: 'ack', sequence: 1 })
  await pending
  connection.send({ version, type: 'ack', sequence: 2 })
  socket().readyState = 2
  connection.send({ version, type: 'ack', sequence: 3 })

  expect(socket().sent).toEqual([{ version, type: 'ack', sequence: 2 }])
})

const superseded = async (): Promise<BrowserSocket> => {
  await opening()
  const first = socket()
  first.receive(welcome, error('superseded'))
  first.cut()
  return first
}

test('a replaced connection asks every five minutes and connects when the other is gone, regression: they took turns', async () => {
  const first = await superseded()
  renewal = async () => 'taken'
  expect([states, first.closings, received]).toEqual([['online', 'standby'], 1, [welcome]])
  asked = []
  await wait(3_600_000)
  await connection.open()
  expect([asked, count()]).toEqual([Array(13).fill(true), 1])

  renewal = async () => ticket
  await wait(300_000)
  expect(count()).toBe(2)

  socket().cut()
  await wait(1000)
  expect(asked.slice(13)).toEqual([true, false])
})

test('a connection that a newer one has replaced waits on when the service cannot be reached', async () => {
  await superseded()
  renewal = () => Promise.reject(new Error('no network'))
  await connection.open()
  renewal = async () => 'taken'
  await wait(3_600_000)

  expect([count(), states.at(-1)]).toEqual([1, 'standby'])
})

test('a replaced connection does not reconnect after a lost message, because the close code tells it', async () => {
  await opening()
  socket().receive(welcome)
  renewal = async () => 'taken'
  socket().cut(1000)
  await wait(1000)

  expect([count(), states, asked]).toEqual([1, ['online', 'offline', 'standby'], [false, true]])
})

test('a page ignores late events of its own replaced socket', async () => {
  await opening()
  await wait(15_000)
  await wait(1000)
  BrowserSocket.opened[0]?.receive(error('superseded'))
  BrowserSocket.opened[0]?.cut()
  socket().receive(welcome)

  expect([count(), socket().closings, states]).toEqual([2, 0, ['offline', 'online']])
})

test('a revoked connection ends, and stays ended when it is opened again', async () => {
  await opening()
  socket().receive(error('revoked'))
  await wait(3_600_000)
  await connection.open()

  expect([states, socket().closings, received, asked]).toEqual([['revoked'], 1, [], [false]])
})

test('a connection that is closed while it gets its ticket never opens', async () => {
  const pending = opening()
  connection.close()
  await pending

  expect([count(), states]).toEqual([0, []])
})

test('a connection has one wait, however often it is opened, and one that is closed while it waits stays closed', async () => {
  await opening()
  socket().cut()
  renewal = () => Promise.reject(new Error('no network'))
  await connection.open()
  expect(vi.getTimerCount()).toBe(1)
  connection.close()
  expect(vi.getTimerCount()).toBe(0)
  await connection.open()

  expect([count(), states, asked]).toEqual([1, ['offline', 'offline'], [false, false]])
})

test('a connection that is closed while no ticket can be had reports no state', async () => {
  renewal = () => Promise.reject(new Error('no network'))
  const pending = opening()
  connection.close()
  await pending

  expect(states).toEqual([])
})
