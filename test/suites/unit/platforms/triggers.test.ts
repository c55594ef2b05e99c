import { expect, test } from 'vitest'
import { allowedEvents } from '../../../../shared/areas/platforms/subscribedEvents.ts'
import { canonicalTrigger, defaultTrigger } from '../../../../shared/areas/platforms/triggers.ts'

test.each([
  ['stream.online', 'STREAM_STARTED'],
  ['stream.offline', 'STREAM_ENDED'],
  ['STREAM_STARTED', 'STREAM_STARTED'],
  ['boss.defeated', 'boss.defeated'],
])('the trigger %s is stored as %s', (trigger, canonical) => {
  expect(canonicalTrigger(trigger)).toBe(canonical)
})

test('each platform that sends events is subscribed to those of streams', () => {
  expect(allowedEvents('kick', [])).toEqual(['livestream.status.updated'])
  expect(allowedEvents('twitch', ['bits:read'])).toEqual([
    'stream.online',
    'stream.offline',
    'channel.raid',
    'channel.cheer',
    'channel.bits.use',
  ])
})

test('an announcer announces the start of a stream unless it says otherwise', () => {
  expect(defaultTrigger).toBe('STREAM_STARTED')
})
