import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Credentials } from '../../../../shared/web/client/live/credentials.ts'
import { type Listening, type ListeningOptions, listen } from '../../../../shared/web/client/live/listen.ts'
import type { ClientMessage, DeliveryMessage, ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { BrowserSocket } from '../../../support/browserSocket.ts'

const version = 1
const welcome = (after: number, through = after, more = false): ServerMessage => ({
  version,
  type: 'welcome',
  overlayId: 'o',
  after,
  through,
  more,
})
const delivery = (sequence: number, after = sequence - 1): DeliveryMessage => ({
  version,
  type: 'skip',
  skip: { id: 'm' },
  sequence,
  after,
  force: false,
  test: false,
})
const ack = (sequence: number): ClientMessage => ({ version, type: 'ack', sequence })
const resume = (after?: number): ClientMessage => ({ version, type: 'resume', ...(after !== undefined && { after }) })

let shown: number[]
let listening: Listening
/** The storage of the last listener. */
let stored: Map<string, string>

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const socket = () => BrowserSocket.opened.at(-1) as BrowserSocket

/** A listener that was there before, whose waits have their full length. */
const opened = async (options: Partial<ListeningOptions> = {}, before?: number): Promise<BrowserSocket> => {
  const tickets = {
    first: () => Promise.reject(new Error('has a key')),
    renewed: async () => ({ ticket: 't', webSocketUrl: 'wss://live.test' }),
    isEndless: false,
  }
  stored = new Map([
    ['place', JSON.stringify({ key: 'k', isKnown: true, ...(before !== undefined && { shown: before }) })],
  ])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const show = ({ sequence }: DeliveryMessage) => void shown.push(sequence)
  listening = listen(new Credentials('place', tickets, () => storage), { show, ...options }, () => 1)
  listening.open()
  await wait(0)
  socket().open()
  return socket()
}
const receive = async (...messages: readonly ServerMessage[]): Promise<void> => {
  socket().receive(...messages)
  await wait(0)
}

beforeEach(() => {
  shown = []
  BrowserSocket.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', BrowserSocket)
})
afterEach(() => {
  listening.close()
})

test('a returning listener repeats its last acknowledgement, and continues after it', async () => {
  const { sent } = await opened({}, 7)

  expect(sent).toEqual([ack(7), resume(7)])
})

test('a listener with an old position continues at the service’s, now and later', async () => {
  await opened({}, 7)
  await receive(welcome(20, 21), delivery(21))
  socket().cut()
  await wait(1000)
  socket().open()

  expect(shown).toEqual([21])
  expect(socket().sent).toEqual([ack(21), resume(21)])
})

test('the next delivery waits until the one before has been shown to the end', async () => {
  const ends: (() => void)[] = []
  const show = ({ sequence }: DeliveryMessage) => {
    shown.push(sequence)
    return new Promise<void>((resolve) => void ends.push(resolve))
  }
  const { sent } = await opened({ show })
  await receive(welcome(0), delivery(1), delivery(2))
  await receive(delivery(3))
  expect([shown, sent.slice(1)]).toEqual([[1], []])

  ends[0]?.()
  await wait(0)

  expect([shown, sent.slice(1)]).toEqual([[1, 2], [ack(1)]])
})

test('each welcome is reported with all of its members, and no other message is', async () => {
  const welcomed = vi.fn()
  await opened({ welcomed })
  await receive(welcome(0), delivery(1))

  expect(welcomed.mock.calls).toEqual([[welcome(0)]])
})

test('the deliveries that wait are reported whenever there are others', async () => {
  const waiting: (readonly number[])[] = []
  let end = (): void => undefined
  const show = () => new Promise<void>((resolve) => (end = resolve))
  await opened({ show, waiting: (messages) => waiting.push(messages.map(({ sequence }) => sequence)) })
  await receive(welcome(0), delivery(1))
  await receive(delivery(2))
  await receive(delivery(3))
  end()
  await wait(0)

  expect(waiting).toEqual([[], [2], [2, 3], [3]])
})

test('a missing delivery is requested once, after half a second in which it may still come by itself', async () => {
  const { sent } = await opened()
  await receive(welcome(0), delivery(2))
  await wait(300)
  await receive(delivery(3))
  await wait(199)
  expect(sent).toEqual([resume()])
  await wait(1)

  expect(sent).toEqual([resume(), resume(0)])
  await wait(1000)
  expect(sent).toHaveLength(2)
})

test('a missing delivery is requested again when a later one is missing', async () => {
  const { sent } = await opened()
  await receive(welcome(0), delivery(2))
  await wait(500)
  await receive(welcome(0, 2), delivery(1))
  await receive(delivery(4))
  await wait(500)

  expect(sent.filter(({ type }) => type === 'resume')).toEqual([resume(), resume(0), resume(2)])
})

test.each([
  ['the service has announced more', [welcome(0, 1, true), delivery(1)]],
  ['a push to it has failed', [welcome(0), delivery(1), { version, type: 'missed' }]],
] as const)('a missing delivery is requested at once when %s', async (_title, messages) => {
  const { sent } = await opened()
  await receive(...messages)

  expect(sent.filter(({ type }) => type === 'resume')).toEqual([resume(), resume(1)])
})

test('a missing delivery is requested again after 15 s when an answer is incomplete', async () => {
  const { sent } = await opened()
  await receive(welcome(0, 2), delivery(1))
  await wait(14_999)
  expect(sent).toEqual([resume(), ack(1)])
  await wait(1)
  expect(sent).toEqual([resume(), ack(1), resume(1)])

  await receive(welcome(1, 2), delivery(2))
  await wait(60_000)

  expect(sent.filter(({ type }) => type === 'resume')).toHaveLength(2)
})

test('a missing delivery is awaited for 15 s from its last request', async () => {
  const { sent } = await opened()
  await wait(10_000)
  await receive(welcome(0), delivery(2))
  await wait(14_999)
  expect(sent).toEqual([resume(), resume(0)])
  await wait(501)

  expect(sent).toEqual([resume(), resume(0), resume(0)])
})

test('a resume that was over the rate is sent again after the time of the refusal, and up to 15 s later by chance', async () => {
  const { sent } = await opened()
  await receive({ version, type: 'error', code: 'rate_limited', detail: '', retryAfter: 60 })
  await wait(74_999)
  expect(sent).toEqual([resume()])
  await wait(1)

  expect(sent).toEqual([resume(), resume()])
})

test('a refusal of another message does not delay the next resume', async () => {
  const { sent } = await opened()
  await wait(10_000)
  await receive({ version, type: 'error', code: 'malformed_message', detail: '' })
  await wait(5000)

  expect(sent).toEqual([resume(), resume()])
})

test('a delivery that cannot be shown is tried again after ever longer waits, and not acknowledged before', async () => {
  const attempts: number[] = []
  const start = Date.now()
  const failed = vi.fn()
  const show = () => {
    attempts.push(Date.now() - start)
    if (attempts.length < 4) throw new Error(`no speakers ${attempts.length}`)
  }
  const { sent } = await opened({ show, failed })
  await receive(welcome(0), delivery(1))
  await wait(6999)
  expect(sent).toEqual([resume()])
  await wait(1)

  expect(attempts).toEqual([0, 1000, 3000, 7000])
  expect(sent).toEqual([resume(), ack(1)])
  expect(failed.mock.calls.map(([reason]) => reason.message)).toEqual([1, 2, 3].map((each) => `no speakers ${each}`))
})

test('a delivery that cannot be shown is reported to the console by default', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  const reason = new Error('no speakers')
  await opened({ show: () => Promise.reject(reason) })
  await receive(welcome(0), delivery(1))

  expect(report.mock.calls).toEqual([[reason]])
})

test('a delivery that cannot be shown is given up with its listener', async () => {
  const show = vi.fn(() => Promise.reject(new Error('no speakers')))
  const { sent } = await opened({ show, failed: () => undefined })
  await receive(welcome(0), delivery(1))
  listening.close()
  await wait(3_600_000)

  expect(show).toHaveBeenCalledOnce()
  expect(sent).toEqual([resume()])
})

test('a closed listener leaves the delivery on the screen unacknowledged', async () => {
  const ends: (() => void)[] = []
  const { sent } = await opened({ show: () => new Promise<void>((resolve) => void ends.push(resolve)) })
  await receive(welcome(0), delivery(1), delivery(2))
  listening.close()
  ends[0]?.()
  await wait(0)

  expect(sent).toEqual([resume()])
  expect(stored.get('place')).not.toContain('shown')
})

test.each([
  ['a missing delivery', [welcome(0), delivery(2)]],
  ['an incomplete answer', [welcome(0, 5)]],
])('a listener that is closed asks no more for %s, and leaves no timer behind', async (_title, messages) => {
  const { sent } = await opened()
  await receive(...messages)
  listening.close()
  expect(vi.getTimerCount()).toBe(0)
  await wait(60_000)

  expect(sent).toEqual([resume()])
  expect(BrowserSocket.opened).toHaveLength(1)
})

const alert = {
  id: 'a',
  recipientId: 'r',
  historyItemId: 'h',
  system: 'Manual',
  event: 'payment',
  createdAt: '',
  count: 1,
  hidden: false,
  nickname: 'bob',
  message: '',
  amount: null,
  media: { url: '' },
  levelName: '',
}
const alertOf = (sequence: number, more: object = {}, force = false): DeliveryMessage => ({
  version,
  type: 'alert',
  sequence,
  after: sequence - 1,
  force,
  test: false,
  alert: { ...alert, ...more },
})
const change = (sequence: number, more: object) => {
  const { recipientId: _, system: __, event: ___, createdAt: ____, ...present } = alert
  const contents = { ...present, refunded: null, ...more }
  const message = { version, type: 'change', sequence, after: sequence - 1, force: false, test: false } as const
  return { ...message, change: contents }
}
/** Shows what is given, the first of it until it is ended, and notes it as it was then. */
const held = async () => {
  const seen: DeliveryMessage[] = []
  const [end, corrected] = [Promise.withResolvers<void>(), vi.fn()]
  const show = async (message: DeliveryMessage): Promise<void> => {
    if (seen.push(message) === 1) await end.promise
  }
  const { sent } = await opened({ show, corrected })
  return { seen, corrected, sent, end: end.resolve }
}

test('a change takes effect on waiting alerts before they are shown, and is given at once for the one on the screen', async () => {
  const { seen, corrected, end, sent } = await held()
  await receive(welcome(0), alertOf(1), alertOf(2, { id: 'b' }), alertOf(3, {}, true), alertOf(4))
  const hiding = change(5, { hidden: true, nickname: 'Zed' })
  await receive(hiding, alertOf(6))
  expect([seen.length, corrected.mock.calls]).toEqual([1, [[hiding]]])

  end()
  await wait(0)

  const hidden = { hidden: true, nickname: 'Zed' }
  expect(seen.slice(1)).toEqual([alertOf(2, { id: 'b' }), alertOf(3, hidden), alertOf(4, hidden), hiding, alertOf(6)])
  expect(sent.slice(1)).toEqual([1, 2, 3, 4, 5, 6].map(ack))
})

test('a change that arrives before the alert takes effect when its place is certain; the last of several counts', async () => {
  const { seen, end } = await held()
  await receive(welcome(0), alertOf(1, { id: 'b' }))
  await receive(change(4, { nickname: 'last' }), change(3, { message: 'first' }), alertOf(2, {}, true))
  end()
  await wait(0)

  expect(seen[1]).toEqual(alertOf(2, { nickname: 'last' }, true))
})

test('a change is in an alert that is shown again after a failure', async () => {
  const seen: DeliveryMessage[] = []
  const show = (message: DeliveryMessage) => {
    if (seen.push(message) === 1) throw new Error('no')
  }
  await opened({ show, failed: () => undefined })
  await receive(welcome(0), alertOf(1))
  await receive(change(2, { hidden: true }))
  await wait(60_000)

  expect(seen[1]).toEqual(alertOf(1, { hidden: true }))
})

test('a delivery of a type that was made up later is acknowledged and not shown, nor is any other message', async () => {
  const { sent } = await opened()
  const newer = {
    version,
    type: 'fireworks',
    fireworks: { height: 3 },
    sequence: 2,
    after: 1,
    force: false,
    test: false,
  }
  await receive(welcome(0), delivery(1), newer as never, { version, type: 'weather', sun: true } as never, delivery(3))

  expect(shown).toEqual([1, 3])
  expect(sent.slice(1)).toEqual([ack(1), ack(2), ack(3)])
})

const showState = (sequence: number, paused = false) => ({ paused, muted: false, cleared: 0, skipped: [], sequence })
const show = (sequence: number, paused = false): DeliveryMessage => ({
  ...delivery(sequence),
  type: 'show',
  show: showState(sequence, paused),
})
const welcomed = (sequence: number, paused: boolean) =>
  ({ ...welcome(0, 4), show: showState(sequence, paused) }) as ServerMessage

test('each state is given before its turn, and acknowledged in its turn', async () => {
  const controlled = vi.fn()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { sent } = await opened({ controlled, show: ({ type }) => (type === 'skip' ? promise : undefined) })
  await receive(welcome(0), delivery(1), show(2, true))
  expect([controlled.mock.calls, sent.slice(1)]).toEqual([[[undefined], [showState(2, true)]], []])

  resolve()
  await wait(0)

  expect(sent.slice(1)).toEqual([ack(1), ack(2)])
})

test('a state that is older than that of the answer to a resume is not given, and an answer without one changes none', async () => {
  const controlled = vi.fn()
  await opened({ controlled })

  await receive(welcomed(4, true), show(1, true), show(2), delivery(3), show(4, true), welcome(4))

  expect(controlled.mock.calls).toEqual([[showState(4, true)], [showState(4, true)]])
})

const goal = (currency: string, major: number) => {
  const target = { major: 100, minor: 0, currency }
  return { title: '', target, reached: { ...target, major } }
}
const goals = (sequence: number, ...given: readonly ReturnType<typeof goal>[]) => ({ goals: given, sequence })

test('goals are given with each change, an alert changes that of its currency, and older states mean nothing', async () => {
  const given = vi.fn()
  await opened({ goals: given })
  const [euros, yen] = [goal('EUR', 1), goal('JPY', 1)]
  const carrying = (sequence: number, more: object) =>
    ({ ...delivery(sequence), type: 'alert', ...more }) as ServerMessage
  const message = (sequence: number, ...more: readonly ReturnType<typeof goal>[]) =>
    ({ ...delivery(sequence), type: 'goals', goals: goals(sequence, ...more) }) as ServerMessage

  await receive({ ...welcome(0, 1), goals: goals(1, euros, yen) } as ServerMessage, message(1, euros, yen))
  await receive(carrying(2, { goal: goal('EUR', 2) }), message(3, yen), carrying(4, { goal: goal('EUR', 3) }))
  await receive({ ...welcome(4, 4), goals: goals(2, euros) } as ServerMessage, welcome(4))
  await receive({ ...welcome(4, 4), unknown: 4 } as ServerMessage)

  expect(given.mock.calls.map(([all]) => all)).toEqual([
    [euros, yen],
    [euros, yen],
    [goal('EUR', 2), yen],
    [yen],
    [yen, goal('EUR', 3)],
    [],
  ])
})

test('an erasure ends the state, because sequences begin again', async () => {
  const controlled = vi.fn()
  await opened({ controlled }, 9)
  await receive({ ...welcomed(9, true), after: 9, through: 9 } as ServerMessage)

  await receive({ ...welcome(0, 0), unknown: 9 } as ServerMessage, show(1))

  expect(controlled.mock.calls.slice(1)).toEqual([[undefined], [showState(1)]])
})
