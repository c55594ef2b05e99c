import { expect, test } from 'vitest'
import { platformOf } from '../../../shared/recipients/streamingPlatform.ts'

test.each([
  ['Kick', 'kick'],
  ['Twitch', 'twitch'],
  ['VKLive', 'vkLive'],
  ['kick', undefined],
  ['YouTube', undefined],
])('records of %s are those of the platform %s', (system, platform) => {
  expect(platformOf(system)).toBe(platform)
})
