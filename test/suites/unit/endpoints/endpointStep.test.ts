import { expect, onTestFinished, test, vi } from 'vitest'
import { type EndpointMessage, resentMessage, testMessage } from '../../../../shared/areas/endpoints/endpointMessage.ts'
import type { StoredEndpoint } from '../../../../shared/areas/endpoints/endpointRepository.ts'
import { endpointStep } from '../../../../shared/areas/endpoints/endpointStep.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

type Ports = Parameters<typeof endpointStep>[0]

const now = Date.parse('2026-03-02T12:00:00.000Z')
const minuteMs = 60_000
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()

const endpointWith = (more: Partial<StoredEndpoint> = {}): StoredEndpoint => ({
  recipientId: 'alice',
  id: 'e',
  url: 'https://bot.example.com/',
  types: ['payment.completed'],
  enabled: true,
  secret: Buffer.from('sealed'),
  ...more,
})

const messageWith = (more: Partial<EndpointMessage> = {}): EndpointMessage => ({
  recipientId: 'alice',
  id: 'e#m',
  endpointId: 'e',
  type: 'payment.completed',
  body: '{}',
  createdAt: ago(60 * minuteMs),
  state: 'queued',
  revision: 'r',
  attempts: 0,
  giveUpAt: now + 60 * minuteMs,
  expiresAt: 0,
  ...more,
})

/** Takes a step with the endpoint as each read finds it, and resolves to what came of it. */
const step = async (
  found: StoredEndpoint | readonly (StoredEndpoint | undefined)[],
  message: EndpointMessage = messageWith(),
  answer: Awaited<ReturnType<Ports['post']>> = { isAccepted: false, status: 500, reason: 'answered 500' },
  more: Partial<Ports> = {},
) => {
  const endpoints = [found].flat()
  const came = {
    posts: 0,
    pauses: [] as number[],
    stored: undefined as EndpointMessage | undefined,
    disabledAfter: [] as unknown[],
    isQuick: [] as boolean[],
    slow: 0,
    wakeUps: [] as unknown[],
    patienceMs: [] as number[],
  }
  const ports = {
    isPatient: true,
    endpoints: {
      find: async () => endpoints.shift(),
      pause: async (_recipientId: string, _endpoint: unknown, { until }: { readonly until: number }) =>
        void came.pauses.push(until - now),
      disabling: () => ({}),
      recordSuccess: async (_recipientId: string, _endpoint: unknown, isQuick: boolean) =>
        void came.isQuick.push(isQuick),
      recordSlow: async () => void came.slow++,
    },
    messages: {
      replace: async (_recipientId: string, _seen: unknown, next: EndpointMessage) => {
        came.stored = next
        return true
      },
    },
    totals: { read: async () => ({}) },
    apply: async () => void came.disabledAfter.push(came.stored?.state),
    cipher: { decrypt: async () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    post: async (_url: string, _headers: unknown, _body: string, patienceMs: number) => {
      came.posts++
      came.patienceMs.push(patienceMs)
      return answer
    },
    wakeUps: { send: async (...wakeUp: unknown[]) => void came.wakeUps.push(wakeUp) },
    clock: () => now,
    chance: () => 0,
    ...more,
  } as unknown as Ports
  await endpointStep(ports)(message)
  return came
}

test.each([
  ['just now', undefined, 30_000],
  ['for a minute', ago(minuteMs), 30_000],
  ['for ten minutes', ago(10 * minuteMs), 5 * minuteMs],
  ['for a day', ago(24 * 60 * minuteMs), 15 * minuteMs],
])(
  'an endpoint that fails %s is paused for half of the time, from half a minute to fifteen',
  async (_name, since, pause) => {
    expect((await step(endpointWith(since === undefined ? {} : { failingSince: since }))).pauses).toEqual([pause])
  },
)

test.each([
  ['since before the message', ago(61 * minuteMs), ['failed']],
  ['since the message', ago(60 * minuteMs), ['failed']],
  ['only since another message was accepted after it', ago(59 * minuteMs), []],
])(
  'an endpoint that fails %s, %s, is disabled after the message’s last attempt is stored, and logged: %j',
  async (_name, failingSince, disabledAfter) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => write.mockRestore())
    const came = await step(endpointWith({ failingSince }), messageWith({ attempts: 7 }))

    expect([came.stored?.state, came.disabledAfter]).toEqual(['failed', disabledAfter])
    const codes = write.mock.calls.map(([line]) => JSON.parse(String(line)).code)
    expect(codes.filter((code) => code === 'endpoint_disabled')).toHaveLength(disabledAfter.length)
  },
)

test.each([
  ['as it was', endpointWith(), 2],
  ['switched off', endpointWith({ enabled: false }), 1],
  ['with another address', endpointWith({ url: 'https://new.example.com/' }), 1],
  ['no more', undefined, 1],
])(
  'an endpoint that was changed while it answered 410 and is then found %s is disabled accordingly',
  async (_name, then, attempts) => {
    let applied = 0
    const apply = async () => {
      if (++applied === 1) throw new Conflict()
    }

    const { stored } = await step(
      [endpointWith(), then],
      messageWith(),
      { isAccepted: false, status: 410, reason: 'answered 410' },
      { apply },
    )

    expect([applied, stored?.reason]).toEqual([attempts, 'answered 410'])
  },
)

test.each([
  ['at its end', { giveUpAt: now }, 1, 'answered 500'],
  ['after its end', { giveUpAt: now - 1 }, 0, 'the endpoint has accepted nothing'],
  ['after its end', { giveUpAt: now - 1, reason: 'answered 503' }, 0, 'answered 503'],
])('a message is attempted %s, %j: %s, and has failed because of %s', async (_name, more, posts, reason) => {
  const came = await step(endpointWith(), messageWith(more))

  expect([came.posts, came.stored?.state, came.stored?.reason]).toEqual([posts, 'failed', reason])
})

const waited = { dueAt: ago(1), dueShard: '1', asked: true, attempts: 1, status: 503, reason: 'answered 503' } as const

test.each([
  ['delivered', endpointWith(), { attempts: 2, status: 204, attemptedAt: ago(0) }],
  ['failed', undefined, { attempts: 1, status: 503, reason: 'There is no such endpoint.' }],
] as const)('a message that is %s is due no more', async (state, endpoint, outcome) => {
  const { stored } = await step([endpoint], messageWith(waited), { isAccepted: true, status: 204 })

  const { revision, ...rest } = stored ?? expect.fail()
  expect(revision).not.toBe(messageWith().revision)
  expect({ ...rest, revision: 'r' }).toEqual({ ...messageWith(), state, ...outcome })
})

test('a message is due in two minutes, ends after a day and is kept for a week', () => {
  const dayMs = 24 * 60 * minuteMs
  const times = { dueAt: ago(-2 * minuteMs), giveUpAt: now + dayMs, expiresAt: (now + 7 * dayMs) / 1000 }
  const expected = { state: 'queued', attempts: 0, asked: true, ...times }

  expect(testMessage('alice', 'e', now)).toMatchObject(expected)
  expect(resentMessage('e#m', now)).toMatchObject({ set: expected, remove: ['reason', 'status'] })
})

test('a receiver that does not answer within a second is noted as slow, because the next messages would wait too', async () => {
  const unanswered = { isAccepted: false, reason: 'no answer within 1 s' }
  const came = await step(endpointWith({ isQuick: true }), messageWith(), unanswered, { isPatient: false })

  expect([came.patienceMs, came.slow, came.stored?.state, came.stored?.attempts]).toEqual([[1000], 1, 'slow', 0])
})

test.each([
  [300, true, []],
  [301, false, []],
  [1000, false, []],
  [1001, false, [10_010]],
])('an endpoint that accepts after %i ms is quick (%s), and paused for %j ms', async (tookMs, isQuick, pauses) => {
  let time = now
  const post = async () => {
    time += tookMs
    return { isAccepted: true, status: 204 }
  }
  const came = await step(endpointWith(), messageWith(), undefined, { post, clock: () => time })

  expect(came.isQuick).toEqual([isQuick])
  expect(came.pauses.map((pause) => pause - tookMs)).toEqual(pauses)
})

test('a message that its owner asked for is attempted once during a pause, and then waits as others do', async () => {
  const paused = endpointWith({ failingSince: ago(minuteMs), pausedUntil: now + minuteMs })

  const first = await step(paused, messageWith({ asked: true }))
  const second = await step(paused, first.stored)
  const atItsEnd = await step(endpointWith({ pausedUntil: now }), first.stored)

  expect([first.posts, second.posts, atItsEnd.posts]).toEqual([1, 0, 1])
})

test.each([
  ['as long as the last pause', 0, 'postponed'],
  ['a millisecond less', -1, 'failed'],
])('a message with %s left continues accordingly', async (_name, more, state) => {
  const nineHours = 540 * minuteMs
  const came = await step(endpointWith(), messageWith({ attempts: 6, giveUpAt: now + nineHours + more }))

  expect(came.stored?.state).toBe(state)
})

test('a webhook that its owner sends again after days is attempted for another day', async () => {
  const twoDaysMs = 2 * 24 * 60 * minuteMs
  const given = messageWith({ state: 'failed', attempts: 8, createdAt: ago(twoDaysMs), giveUpAt: now - twoDaysMs / 2 })
  const { set } = resentMessage(given.id, now)

  const { posts, stored } = await step(endpointWith(), { ...given, ...set } as EndpointMessage)

  expect([posts, stored?.state, stored?.giveUpAt]).toEqual([1, 'postponed', now + twoDaysMs / 2])
})

test.each([
  ['has failed', { isQuick: true, failingSince: ago(minuteMs) }, [true]],
  ['was slow', { isQuick: false }, [true]],
  ['was quick already', { isQuick: true }, []],
])('a quick endpoint that %s is noted to have accepted a message: %o, %j', async (_name, more, isQuick) => {
  const came = await step(endpointWith(more), messageWith(), { isAccepted: true, status: 204 })

  expect([came.stored?.state, came.isQuick, came.patienceMs]).toEqual(['delivered', isQuick, [5000]])
})

test('no request begins in the last eight seconds of an invocation, in which its outcome could not be stored', async () => {
  const withLeft = (left: number) =>
    withinInvocation({ getRemainingTimeInMillis: () => left }, () => step(endpointWith()))
  const [early, late] = [await withLeft(60_000), await withLeft(8000)]

  expect([early.posts, late.posts]).toEqual([1, 0])
  expect(late.stored).toMatchObject({ state: 'postponed', attempts: 0, dueAt: new Date(now).toISOString() })
})

test.each([
  [0, 0, 0.5],
  [0, 1, 0.4],
  [1, 0, 5],
  [2, 0, 30],
  [3, 0, 120],
  [4, 0, 300],
  [5, 0, 420],
  [6, 0, 540],
])(
  'after %i attempts and a failure, a webhook pauses, by chance (%i) up to a fifth less, for %d minutes',
  async (attempts, chance, minutes) => {
    const message = messageWith({ attempts, giveUpAt: now + 24 * 60 * minuteMs })
    const { stored, wakeUps } = await step(endpointWith(), message, undefined, { chance: () => chance })

    expect(stored?.dueAt).toBe(ago(-minutes * minuteMs))
    expect(wakeUps).toEqual([['endpointMessages', message, now + minutes * minuteMs]])
  },
)

const breaksOff = () => Promise.reject(new Error('a port that throws'))
const hangs = () => new Promise<never>(() => undefined)

test.each([
  ['throws', breaksOff],
  ['never ends', hangs],
])('a request whose port %s is an attempt that failed, and pauses its endpoint', async (_name, post) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const abort = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  onTestFinished(() => abort.mockRestore())

  const taking = step(endpointWith(), messageWith(), undefined, { post })
  await vi.advanceTimersByTimeAsync(6000)
  const came = await taking

  expect(came.stored).toMatchObject({ state: 'postponed', attempts: 1, reason: 'the attempt did not end' })
  expect(came.pauses).toEqual([30_000])
})
