import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StreamState, streamState, transitionOf } from '../../../../shared/areas/platforms/rules.ts'
import type { ChannelEvent } from '../../../../shared/areas/platforms/streamEvent.ts'

const time = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000000000Z`
/** The reports of a start and of an end, which are sent at once unless it is said when. */
const start = (sessionId: string, minute: number, sent = minute): ChannelEvent => ({
  kind: 'started',
  sessionId,
  at: time(minute),
  sentAt: time(sent),
})
const end = (minute: number, sessionId?: string, sent = minute) =>
  ({ kind: 'ended', sessionId, at: time(minute), sentAt: time(sent) }) as const

/** What a channel's events fire, in the order of their arrival. */
const play = (...events: readonly ChannelEvent[]): readonly string[] => {
  let state: StreamState | undefined
  return events.flatMap((event) => {
    const { next, fired } = transitionOf(state, event, 'e')
    if (next !== undefined) state = streamState('alice', 'twitch#1', next, Date.now())
    return fired === undefined ? [] : `${fired.trigger} ${fired.sessionId}${fired.isResumed ? ' resumed' : ''}`
  })
}

const known = (state: Partial<StreamState>): StreamState => ({
  recipientId: 'alice',
  channel: 'twitch#1',
  sessionId: 'a',
  isOnline: false,
  revision: 'r',
  changedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: 0,
  ...state,
})
const since = { startedAt: time(5), reportedAt: time(5) }
const online = known({ isOnline: true, ...since })
/** Its end is not final, or is; and as versions before 1.1 stored it. */
const ending = known({ isOnline: true, ...since, reportedAt: time(8), endId: 'e0' })
const endingUnnamed = known({ isOnline: true, ...since, reportedAt: time(8), endedAt: time(8), endId: 'e0' })
const ended = known({ startedAt: time(1), endedAt: time(5), reportedAt: time(5), endId: 'e0' })
const endedByName = known({ startedAt: time(1), reportedAt: time(5), endId: 'e0' })
const endedBefore = known({ startedAt: time(1), changedAt: '2026-01-01T00:05:00.000Z' })
const onlineBefore = known({ isOnline: true, startedAt: time(5), changedAt: '2026-01-01T00:06:00.000Z' })
const neverStarted = known({ sessionId: `until ${time(5)}`, endedAt: time(5), reportedAt: time(5) })

const { changedAt } = known({})
const endFired = { trigger: 'STREAM_ENDED', sessionId: 'a', endedSessionId: 'a' }
const tentative = { ...endFired, isTentative: true } as const
const startOf = (sessionId: string, minute: number, sent = minute) => ({
  next: { sessionId, isOnline: true, startedAt: time(minute), reportedAt: time(sent) },
  fired: { trigger: 'STREAM_STARTED', sessionId },
})
const backAt = (startMinute: number, sent: number) => startOf('a', startMinute, sent).next
const resumed = { trigger: 'STREAM_STARTED', sessionId: 'a', isResumed: true } as const

test.each<readonly [string, StreamState | undefined, ChannelEvent, ReturnType<typeof transitionOf>]>([
  ['the first start', undefined, start('a', 1), startOf('a', 1)],
  ['a start in the moment of the last end', ended, start('b', 5), startOf('b', 5)],
  ['a start before the last end', ended, start('b', 4), {}],
  ['a start before the last end that was sent after it', ended, start('b', 4, 6), startOf('b', 4, 6)],
  ['a late start of a stream before one whose end was named', endedByName, start('b', 0), {}],
  ['a start in the moment of another', online, start('b', 5), {}],
  ['a start of the stream that is on', online, start('a', 5), {}],
  [
    'a start of the stream that is on, sent once more',
    online,
    start('a', 5, 9),
    { next: { ...backAt(5, 9), changedAt } },
  ],
  ['a start of the stream that is over, repeated late', endedByName, start('a', 1), {}],
  [
    'a start of the stream that is over, sent after its end',
    endedByName,
    start('a', 1, 6),
    { next: backAt(1, 6), fired: resumed },
  ],
  [
    'a start that an earlier version has known the end of',
    endedBefore,
    start('a', 1, 6),
    { next: backAt(1, 6), fired: resumed },
  ],
  ['a start, late, that an earlier version has known the end of', endedBefore, start('a', 1, 4), {}],
  ['a start of the stream whose end is not final', ending, start('a', 5, 9), { next: { ...backAt(5, 9), changedAt } }],
  [
    'a start of the stream whose unnamed end is not final',
    endingUnnamed,
    start('a', 5, 9),
    { next: { ...backAt(5, 9), changedAt } },
  ],
  ['a start of the stream whose end is not final, late', ending, start('a', 5), {}],
  ['a start of a stream whose end came first', neverStarted, start('b', 1, 6), startOf('b', 1, 6)],
  ['a start of a stream before, late', online, start('b', 1), {}],
  ['a start of a stream before the one whose end is not final, late', ending, start('b', 1), {}],
  ['an unnamed end of the stream before, late', online, end(4), {}],
  ['a named end of another stream', online, end(9, 'b'), {}],
  ['an unnamed end that tells the earlier start of its stream', online, { ...end(9), startedAt: time(4) }, {}],
  ['a named end that was sent before the stream came back', online, end(4, 'a'), {}],
  [
    'a start while another is on, whose end got lost',
    online,
    start('b', 6),
    { ...startOf('b', 6), fired: { ...startOf('b', 6).fired, endedSessionId: 'a' } },
  ],
  [
    'a start while the end of another is not final',
    ending,
    start('b', 9),
    { ...startOf('b', 9), fired: { ...startOf('b', 9).fired, supersededEnd: 'e0' } },
  ],
  ['a named end', online, end(9, 'a'), { next: { ...backAt(5, 9), endId: 'e', changedAt }, fired: tentative }],
  [
    'a named end of a stream that an earlier version has known',
    onlineBefore,
    end(4, 'a'),
    { next: { ...backAt(5, 4), endId: 'e', changedAt: onlineBefore.changedAt }, fired: tentative },
  ],
  [
    'a named end before its start',
    undefined,
    end(9, 'a'),
    { next: { sessionId: 'a', isOnline: false, reportedAt: time(9) }, fired: endFired },
  ],
  ['a named end, repeated', endedByName, end(5, 'a'), {}],
  ['a named end that is not final, repeated', ending, end(8, 'a'), {}],
  [
    'a named end that is not final, sent once more',
    ending,
    end(9, 'a'),
    { next: { ...backAt(5, 9), endId: 'e0', changedAt } },
  ],
  [
    'an end in the moment of the start',
    online,
    end(5),
    { next: { ...backAt(5, 5), endedAt: time(5), endId: 'e', changedAt }, fired: tentative },
  ],
  [
    'an end of who knows what',
    undefined,
    end(5),
    {
      next: { sessionId: `until ${time(5)}`, isOnline: false, endedAt: time(5), reportedAt: time(5) },
      fired: { trigger: 'STREAM_ENDED', sessionId: `until ${time(5)}`, endedSessionId: `until ${time(5)}` },
    },
  ],
  [
    'a later end',
    ended,
    end(9),
    { next: { ...backAt(1, 9), isOnline: false, endedAt: time(9), endId: 'e0', changedAt } },
  ],
  ['an end, repeated', ended, end(5), {}],
  ['an earlier end', ended, end(3), {}],
  [
    'another event',
    online,
    { kind: 'other', trigger: 'raid', sessionId: 'x' },
    { fired: { trigger: 'raid', sessionId: 'x' } },
  ],
])('the effect of %s', (_name, current, event, transition) => {
  expect(transitionOf(current, event, 'e')).toStrictEqual(transition)
})

test('the state of a channel is remembered for thirty days', () => {
  const next = { sessionId: 'a', isOnline: true }

  expect(streamState('alice', 'twitch#1', next, 1_000_500)).toEqual({
    ...next,
    recipientId: 'alice',
    channel: 'twitch#1',
    revision: expect.stringMatching(/^[0-9a-f-]{36}$/),
    changedAt: '1970-01-01T00:16:40.500Z',
    expiresAt: 1_000 + 2_592_000,
  })
})

test('a start that was sent after a false end is that of the same stream, which ends once more', () => {
  expect(play(start('a', 1), end(5, 'a'), start('a', 1, 6), end(9, 'a'))).toEqual([
    'STREAM_STARTED a',
    'STREAM_ENDED a',
    'STREAM_ENDED a',
  ])
})

test('a false end that comes after the start that takes it back changes nothing', () => {
  expect(play(start('a', 1), start('a', 1, 6), end(5, 'a'))).toEqual(['STREAM_STARTED a'])
})

test('however a stream’s events are repeated and shuffled, each fires at most once, and the start not after the end', () => {
  const events = fc.shuffledSubarray([start('a', 1), start('a', 1), start('a', 1), end(5), end(5), end(5)], {
    minLength: 1,
  })
  fc.assert(
    fc.property(events, (given) => {
      const triggers = play(...given).map((fired) => fired.split(' ')[0])
      expect(triggers.filter((trigger) => trigger === 'STREAM_STARTED').length).toBeLessThanOrEqual(1)
      expect(triggers.filter((trigger) => trigger === 'STREAM_ENDED').length).toBeLessThanOrEqual(1)
      expect(triggers.lastIndexOf('STREAM_STARTED')).toBeLessThanOrEqual(0)
      expect(triggers).toContain(given[0]?.kind === 'started' ? 'STREAM_STARTED' : 'STREAM_ENDED')
    }),
  )
})
