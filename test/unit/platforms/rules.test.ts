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
