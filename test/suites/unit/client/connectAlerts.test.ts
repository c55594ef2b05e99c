import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectAlerts } from '../../../../shared/web/client/connectAlerts.ts'
import type { State } from '../../../../shared/web/client/live/connection.ts'
import type { Listening } from '../../../../shared/web/client/live/listen.ts'
import type { ClientMessage, DeliveryMessage, ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { serviceClient } from '../../../../shared/web/client/serviceClient.ts'
import { BrowserSocket } from '../../../support/browserSocket.ts'

const version = 1
const welcome = (after: number, through = after): ServerMessage => ({
  version,
  type: 'welcome',
  overlayId: 'o',
  after,
  through,
  more: false,
})
const media = { id: 'm', provider: 'youtube', originId: 'v', url: '', title: '', thumbnail: '', system: '' } as const
const delivery = (sequence: number, after = sequence - 1): DeliveryMessage => ({
  version,
  type: 'media',
  media: [{ ...media, owner: '', paymentId: '' }],
  sequence,
  after,
  force: false,
  test: false,
})
const ack = (sequence: number): ClientMessage => ({ version, type: 'ack', sequence })

let shown: number[]
let states: State[]
let commands: string[]
let stored: Map<string, string>
let isKeyKnown: boolean
let isCut: boolean
let token: string
let tokenRefusal: number
let tokenReads: number
const listeners: Listening[] = []

const send = async (request: Request): Promise<Response> => {
  if (isCut) throw new TypeError('fetch failed')
  const { pathname } = new URL(request.url)
  const command = pathname.split('/').at(-1) ?? ''
  commands.push(command)
  const ticket = { ticket: `${command}-${commands.length}`, webSocketUrl: 'wss://live.test' }
  if (command === 'create-ticket' && request.headers.get('authorization') !== 'Bearer secret')
    return Response.json({ message: 'Unauthorized' }, { status: tokenRefusal })
  if (command === 'create-ticket') return Response.json({ ...ticket, expiresAt: new Date(Date.now() + 86_400_000) })
  const refusal = { status: 401, code: 'overlay_key_rejected' }
  return isKeyKnown ? Response.json(ticket) : Response.json(refusal, refusal)
}

const storage = {
  getItem: (place: string) => stored.get(place) ?? null,
  setItem: (place: string, value: string) => void stored.set(place, value),
}

const readToken = (): string => {
  tokenReads += 1
  return token
}

const listening = (
  show: (message: DeliveryMessage) => Promise<void> | void = ({ sequence }) => void shown.push(sequence),
): Listening => {
  const listener = serviceClient({ url: 'https://api.test', token: readToken, send }).connectAlerts({
    name: 'panel',
    storage,
    show,
    changed: (state) => states.push(state),
    failed: () => undefined,
  })
  listeners.push(listener)
  return listener
}

const settled = () => vi.advanceTimersByTimeAsync(0)

/** The next connection, at the latest half a minute after the last one. A digest of the test's own comes from the other thread after that of the listener. */
const connected = async (count = BrowserSocket.opened.length): Promise<BrowserSocket> => {
  for (let tries = 0; BrowserSocket.opened.length === count; tries++) {
    if (tries === 80) expect.fail('no connection')
    if (tries < 70) await vi.advanceTimersByTimeAsync(500)
    await crypto.subtle.digest('SHA-256', new Uint8Array())
    await new Promise((resolve) => setImmediate(resolve))
  }
  const socket = BrowserSocket.opened.at(-1) as BrowserSocket
  socket.open()
  return socket
}

beforeEach(() => {
  shown = []
  states = []
  commands = []
  stored = new Map()
  isKeyKnown = true
  isCut = false
  token = 'secret'
  tokenRefusal = 401
  tokenReads = 0
  BrowserSocket.opened = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.close()
})

test('a listener connects by a ticket and a key, resumes, shows each delivery once in order and acknowledges it', async () => {
  listening()
  const socket = await connected()

  socket.receive(welcome(0, 2), delivery(1), delivery(1), delivery(2))
  await settled()

  expect(commands).toEqual(['create-ticket'])
  expect(socket.url).toMatch(/^wss:\/\/live\.test\?ticket=create-ticket-1&key=[\w-]{43}$/)
  expect(shown).toEqual([1, 2])
  expect(socket.sent).toEqual([{ version, type: 'resume' }, ack(1), ack(2)])
  expect(states).toEqual(['online'])
})

test('a listener that was away until its key was forgotten begins anew after its last delivery', async () => {
  const before = listening()
  const first = await connected()
  first.receive(welcome(4), delivery(5))
  await settled()
  before.close()
  isKeyKnown = false

  listening()
  const second = await connected()

  expect(commands).toEqual(['create-ticket', 'renew-ticket', 'create-ticket'])
  expect(second.url).toMatch(/\?ticket=create-ticket-3&key=/)
  expect(second.url.split('key=')[1]).not.toBe(first.url.split('key=')[1])
  expect(second.sent).toEqual([ack(5), { version, type: 'resume', after: 5 }])
})

test('a listener that is closed shows and connects no more, also when it is opened or closed again', async () => {
  const listener = listening()
  const socket = await connected()
  socket.receive(welcome(0))

  listener.close()
  socket.cut()
  socket.receive(delivery(1))
  listener.open()
  listener.close()
  await vi.advanceTimersByTimeAsync(3_600_000)

  expect(shown).toEqual([])
  expect(BrowserSocket.opened).toHaveLength(1)
})

/** A listener with these answers to its commands and a clock of the test, and its commands. */
const listeningAt = (clock: () => number, answers: readonly object[]) => {
  const posted: unknown[] = []
  const post = async (path: string, { body }: { readonly body: object }) => {
    const answer = answers[posted.length]
    posted.push([path, body])
    return answer ?? expect.fail(`an unexpected command: ${path}`)
  }
  const show = () => undefined
  const service = { post: post as never, url: 'https://api.test', token: () => 'secret' }
  const listener = connectAlerts(service, { name: 'panel', storage, show }, clock)
  listeners.push(listener)
  return { listener, posted }
}
const created = ['/overlays/commands/create-ticket', { name: 'panel' }]
const ticketOf = (ticket: string, expiresAt = '') => ({ data: { ticket, webSocketUrl: 'wss://live.test', expiresAt } })
const taken = { error: { code: 'overlay_connected' } }
const unknownKey = { error: { code: 'overlay_key_rejected' } }
const refusal = { error: { code: 'limit_reached', detail: 'Too many.' } }

test.each([
  [59_999, 'a'],
  [60_000, 'b'],
])('a ticket of a minute that was not used is used after %i ms: %s', async (later, ticket) => {
  let now = 0
  const { posted } = listeningAt(() => now, [ticketOf('a', '1970-01-01T00:01:00Z'), unknownKey, ticketOf('b')])
  const first = await connected()

  now = later
  first.cut()
  const second = await connected()

  expect(new URL(second.url).searchParams.get('ticket')).toBe(ticket)
  expect(posted.slice(2)).toEqual(ticket === 'a' ? [] : [created])
})

test('a stored key renews a ticket, and only for a free overlay after a takeover', async () => {
  const { posted } = listeningAt(() => 0, [ticketOf('a', '1970-01-01T00:01:00Z'), ticketOf('b'), taken])
  const first = await connected()
  first.receive(welcome(0))
  await settled()
  first.cut()
  const second = await connected()
  second.receive({ version, type: 'error', code: 'superseded', detail: '' })
  await vi.advanceTimersByTimeAsync(300_000)

  expect([...stored.keys()]).toEqual(['alerts:https://api.test:panel'])
  const { key } = JSON.parse(stored.get('alerts:https://api.test:panel') ?? '')
  const renewal = '/overlays/commands/renew-ticket'
  expect(posted).toEqual([created, [renewal, { key }], [renewal, { key, ifFree: true }]])
  expect(BrowserSocket.opened).toHaveLength(2)
})

test('a refused command is repeated, because its reason may pass', async () => {
  const { posted } = listeningAt(() => 0, [refusal, ticketOf('a', '1970-01-01T00:01:00Z'), refusal, ticketOf('b')])
  const first = await connected()
  first.receive(welcome(0))
  await settled()
  first.cut()
  const second = await connected()

  expect(second.url).toBe('wss://live.test?ticket=b')
  const renewal = ['/overlays/commands/renew-ticket', { key: expect.stringMatching(/^[\w-]{43}$/) }]
  expect(posted).toEqual([created, created, renewal, renewal])
})

test('a page that is closed while it waits does not connect', async () => {
  const starts: (() => unknown)[] = []
  const request = (place: string, run: () => unknown) => {
    expect(place).toBe('alerts:https://api.test:panel')
    starts.push(run)
    return Promise.resolve()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const listener = listening()

  listener.open()
  listener.close()

  expect(starts.map((start) => start())).toEqual([undefined])
  expect(commands).toEqual([])
})

test('a program without a navigator listens', async () => {
  vi.stubGlobal('navigator', undefined)
  listening()

  expect((await connected()).url).toContain('ticket=create-ticket-1')
})

test('a second page of the same name waits until the first is closed', async () => {
  let held: Promise<unknown> = Promise.resolve()
  const request = (_place: string, run: () => unknown) => {
    held = held.then(run)
    return held
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const first = listening()
  listening()
  await connected()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(BrowserSocket.opened).toHaveLength(1)

  first.close()
  await connected()

  expect(BrowserSocket.opened).toHaveLength(2)
})

test.each([
  ['within half a minute', 401, false],
  ['at once when it is asked to', 403, true],
])(
  'a rejected token stops requests until a new token is used %s, regression: it retried as if offline',
  async (_name, status, isAsked) => {
    token = 'expired'
    tokenRefusal = status
    const listener = listening()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([states, commands]).toEqual([['rejected'], ['create-ticket']])
    // 240 on average with waits of up to half a minute, 7200 with waits of up to a second.
    expect(tokenReads).toBeLessThan(500)

    token = 'secret'
    if (isAsked) listener.open()
    await settled()
    expect(commands).toHaveLength(isAsked ? 2 : 1)
    const socket = await connected(0)
    socket.receive(welcome(0))
    await settled()

    expect([states, commands]).toEqual([
      ['rejected', 'online'],
      ['create-ticket', 'create-ticket'],
    ])
  },
)

test('a newly rejected token stops the requests again', async () => {
  const listener = listening()
  const first = await connected()
  first.receive(welcome(0))
  await settled()
  listener.close()
  stored.clear()
  token = 'expired'
  const later = listening()
  await vi.advanceTimersByTimeAsync(60_000)
  token = 'expired again'
  await vi.advanceTimersByTimeAsync(60_000)
  token = 'secret'
  later.open()
  await connected()

  expect(states).toEqual(['online', 'rejected', 'rejected'])
  expect(commands).toEqual(Array(4).fill('create-ticket'))
})

test('a listener that is closed while its token is rejected reads no other one and leaves no timer behind', async () => {
  token = 'expired'
  const listener = listening()
  await vi.advanceTimersByTimeAsync(1000)
  listener.close()
  await settled()
  expect(vi.getTimerCount()).toBe(0)
  token = 'secret'
  await vi.advanceTimersByTimeAsync(60_000)

  expect([states, commands]).toEqual([['rejected'], ['create-ticket']])
})

test('a lost network is no rejected token, however often it refuses', async () => {
  isCut = true
  listening()
  await vi.advanceTimersByTimeAsync(600_000)

  expect(new Set(states)).toEqual(new Set(['offline']))
})

test('without a WebSocket, the error names the Node.js that has one, regression: Node.js 20 was offline for ever', () => {
  vi.stubGlobal('WebSocket', undefined)

  expect(() => listening()).toThrow('this Node.js has no WebSocket: alerts need Node.js 22 or newer')
})
