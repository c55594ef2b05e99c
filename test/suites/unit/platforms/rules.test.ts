import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StreamState, streamState, transitionOf } from '../../../../shared/areas/platforms/rules.ts'
import type { ChannelEvent } from '../../../../shared/areas/platforms/streamEvent.ts'

const time = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000000000Z`
const start = (sessionId: string, minute: number): ChannelEvent => ({ kind: 'started', sessionId, at: time(minute) })
const end = (minute: number, sessionId?: string) => ({ kind: 'ended', sessionId, at: time(minute) }) as const

/** What a channel's events fire, in the order of their arrival. */
const play = (...events: readonly ChannelEvent[]): readonly string[] => {
  let state: StreamState | undefined
  return events.flatMap((event) => {
    const { next, fired } = transitionOf(state, event)
    if (next !== undefined) state = streamState('alice', 'twitch#1', next, Date.now())
    return fired === undefined ? [] : `${fired.trigger} ${fired.sessionId}`
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
const online = known({ isOnline: true, startedAt: time(5) })
const ended = known({ startedAt: time(1), endedAt: time(5) })
const endedByName = known({ startedAt: time(1) })
const endFired = { trigger: 'STREAM_ENDED', sessionId: 'a', endedSessionId: 'a' }
const startOf = (sessionId: string, minute: number) => ({
  next: { sessionId, isOnline: true, startedAt: time(minute) },
  fired: { trigger: 'STREAM_STARTED', sessionId },
})

test.each<readonly [string, StreamState | undefined, ChannelEvent, ReturnType<typeof transitionOf>]>([
  ['the first start', undefined, start('a', 1), startOf('a', 1)],
  ['a start in the moment of the last end', ended, start('b', 5), startOf('b', 5)],
  ['a start before the last end', ended, start('b', 4), {}],
  ['a start before that of a stream whose end was named', endedByName, start('b', 0), startOf('b', 0)],
  ['a start in the moment of another', online, start('b', 5), {}],
  ['a start of the stream that is on', online, start('a', 9), {}],
  ['a start of the stream that is over, repeated late', endedByName, start('a', 1), {}],
  ['a start of a stream before, late', online, start('b', 1), {}],
  ['an unnamed end of the stream before, late', online, end(4), {}],
  ['a named end of another stream', online, end(9, 'b'), {}],
  ['an unnamed end that tells the earlier start of its stream', online, { ...end(9), startedAt: time(4) }, {}],
  [
    'a start while another is on, whose end got lost',
    online,
    start('b', 6),
    { ...startOf('b', 6), fired: { ...startOf('b', 6).fired, endedSessionId: 'a' } },
  ],
  [
    'a named end',
    online,
    end(9, 'a'),
    { next: { sessionId: 'a', isOnline: false, startedAt: time(5) }, fired: endFired },
  ],
  [
    'a named end before its start',
    undefined,
    end(9, 'a'),
    { next: { sessionId: 'a', isOnline: false }, fired: endFired },
  ],
  ['a named end, repeated', endedByName, end(9, 'a'), {}],
  [
    'an end in the moment of the start',
    online,
    end(5),
    { next: { sessionId: 'a', isOnline: false, startedAt: time(5), endedAt: time(5) }, fired: endFired },
  ],
  [
    'an end of who knows what',
    undefined,
    end(5),
    {
      next: { sessionId: `until ${time(5)}`, isOnline: false, endedAt: time(5) },
      fired: { trigger: 'STREAM_ENDED', sessionId: `until ${time(5)}`, endedSessionId: `until ${time(5)}` },
    },
  ],
  ['a later end', ended, end(9), { next: { sessionId: 'a', isOnline: false, startedAt: time(1), endedAt: time(9) } }],
  ['an end, repeated', ended, end(5), {}],
  ['an earlier end', ended, end(3), {}],
  [
    'an end after one that was named',
    endedByName,
    end(3),
    { next: { sessionId: 'a', isOnline: false, startedAt: time(1), endedAt: time(3) } },
  ],
  [
    'another event',
    online,
    { kind: 'other', trigger: 'raid', sessionId: 'x' },
    { fired: { trigger: 'raid', sessionId: 'x' } },
  ],
])('the effect of %s', (_name, current, event, transition) => {
  expect(transitionOf(current, event)).toStrictEqual(transition)
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
