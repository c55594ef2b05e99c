import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type StreamState, streamState, transitionOf } from '../../../shared/platforms/rules.ts'
import type { ChannelEvent } from '../../../shared/platforms/streamEvent.ts'

const time = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000000000Z`
const start = (sessionId: string, minute: number): ChannelEvent => ({ kind: 'started', sessionId, at: time(minute) })
const end = (minute: number, sessionId?: string): ChannelEvent => ({ kind: 'ended', sessionId, at: time(minute) })

/** What a channel's events fire, in the order of their arrival. */
const play = (...events: readonly ChannelEvent[]): readonly string[] => {
  let state: StreamState | undefined
  return events.flatMap((event) => {
    const { next, fired } = transitionOf(state, event)
    if (next !== undefined) state = streamState('alice', 'twitch#1', next, Date.now())
    return fired === undefined ? [] : `${fired.trigger} ${fired.sessionId}`
  })
}

describe('events of a platform that does not name the stream that ended', () => {
  test.each<readonly [string, readonly ChannelEvent[], readonly string[]]>([
    ['a stream', [start('a', 1), end(5)], ['STREAM_STARTED a', 'STREAM_ENDED a']],
    ['repetitions', [start('a', 1), start('a', 1), end(5), end(5)], ['STREAM_STARTED a', 'STREAM_ENDED a']],
    ['a start after its end', [end(5), start('a', 1)], [`STREAM_ENDED until ${time(5)}`]],
    [
      'two streams',
      [start('a', 1), end(5), start('b', 6), end(9)],
      ['STREAM_STARTED a', 'STREAM_ENDED a', 'STREAM_STARTED b', 'STREAM_ENDED b'],
    ],
    [
      'the start of a stream that is over, repeated late',
      [start('a', 1), end(5), start('a', 1)],
      ['STREAM_STARTED a', 'STREAM_ENDED a'],
    ],
    ['an end of the stream before, late', [start('b', 6), end(5)], ['STREAM_STARTED b']],
    ['a start of the stream before, late', [start('b', 6), start('a', 1)], ['STREAM_STARTED b']],
    ['a lost end', [start('a', 1), start('b', 6), end(9)], ['STREAM_STARTED a', 'STREAM_STARTED b', 'STREAM_ENDED b']],
    [
      'ends of two streams before the second start',
      [start('a', 1), end(5), end(9), start('b', 6)],
      ['STREAM_STARTED a', 'STREAM_ENDED a'],
    ],
  ])('%s', (_title, events, fired) => {
    expect(play(...events)).toEqual(fired)
  })
})

describe('events of a platform that names the stream that ended', () => {
  test.each<readonly [string, readonly ChannelEvent[], readonly string[]]>([
    ['a stream', [start('a', 1), end(5, 'a')], ['STREAM_STARTED a', 'STREAM_ENDED a']],
    ['a start after its end', [end(5, 'a'), start('a', 1)], ['STREAM_ENDED a']],
    [
      'a clock that is ahead',
      [start('a', 1), end(9, 'a'), start('b', 8)],
      ['STREAM_STARTED a', 'STREAM_ENDED a', 'STREAM_STARTED b'],
    ],
    ['an end of another stream', [start('b', 6), end(9, 'a')], ['STREAM_STARTED b']],
  ])('%s', (_title, events, fired) => {
    expect(play(...events)).toEqual(fired)
  })
})

describe('the effect of an event on a state', () => {
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
  ])('%s', (_name, current, event, transition) => {
    expect(transitionOf(current, event)).toStrictEqual(transition)
  })
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
