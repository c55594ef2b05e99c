import { expect, test, vi } from 'vitest'
import { type ChannelStatus, channelWatcher } from '../../../../shared/areas/platforms/channelWatcher.ts'
import type { WatchedChannel } from '../../../../shared/areas/platforms/watchedChannelRepository.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const startedAt = new Date('2026-01-31T11:00:00Z')
const live: ChannelStatus = { isOnline: true, sessionId: 's', startedAt }

const channelOf = (name: string, fields: Partial<WatchedChannel> = {}): WatchedChannel => ({
  shard: '0',
  channel: `vkLive#${name}`,
  recipientId: `of-${name}`,
  url: name,
  ...fields,
})

interface Scene {
  readonly statuses?: Readonly<Record<string, ChannelStatus>>
  readonly without?: string
  readonly disabled?: string
  readonly failing?: string
  readonly leftMs?: number
  readonly chance?: number
}

/** One run over channels: which were asked for together, which events were taken, and what is remembered. */
const watch = async (channels: readonly WatchedChannel[], scene: Scene = {}) => {
  const asked: (readonly string[])[] = []
  const taken: unknown[] = []
  const remembered: unknown[][] = []
  let [running, most] = [0, 0]
  const run = channelWatcher({
    worker: 'tester',
    statuses: async (urls) => {
      asked.push(urls)
      return new Map(Object.entries(scene.statuses ?? {}))
    },
    channels: {
      list: async () => channels,
      save: async (recipientId, { channel }, sessionId) => {
        // A run that does not wait for the write ends before it.
        await new Promise((resolve) => setImmediate(resolve))
        remembered.push([recipientId, channel, sessionId])
      },
    },
    needsStreams: async (recipientId) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return recipientId !== scene.without
    },
    isLinkEnabled: async (recipientId, channel) => `${recipientId} ${channel}` !== scene.disabled,
    recordEvent: async (message) => {
      if (message.recipientId === scene.failing) throw new Error('the store is away')
      return taken.push(message) > 0
    },
    clock: () => now,
    chance: () => scene.chance ?? 0,
  })
  const { leftMs = 60_000 } = scene
  const count = await withinInvocation({ getRemainingTimeInMillis: () => leftMs }, run)
  return { asked, taken, remembered, count, most }
}

test('a stream that has begun and one that is over are events, each with an id of its own, and are remembered', async () => {
  const channels = [channelOf('a'), channelOf('b', { sessionId: 'old' }), channelOf('c', { sessionId: 'old' })]

  const { taken, remembered, count } = await watch(channels, { statuses: { a: live, b: { isOnline: false }, c: live } })

  const sentAt = '2026-01-31T12:00:00.000000000Z'
  const started = { kind: 'started', sessionId: 's', at: '2026-01-31T11:00:00.000000000Z', sentAt }
  const ended = { kind: 'ended', sessionId: 'old', at: sentAt, sentAt }
  expect(taken).toEqual([
    { recipientId: 'of-a', channel: 'vkLive#a', messageId: `vkLive#a#s#started#${sentAt}`, event: started },
    { recipientId: 'of-b', channel: 'vkLive#b', messageId: `vkLive#b#old#ended#${sentAt}`, event: ended },
    { recipientId: 'of-c', channel: 'vkLive#c', messageId: `vkLive#c#s#started#${sentAt}`, event: started },
  ])
  expect(remembered).toEqual([
    ['of-a', 'vkLive#a', 's'],
    ['of-b', 'vkLive#b', undefined],
    ['of-c', 'vkLive#c', 's'],
  ])
  expect(count).toBe(3)
})

test('a channel that is unchanged, or missing in the answer, is not written', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const channels = [channelOf('a', { sessionId: 's' }), channelOf('b'), channelOf('c', { sessionId: 'old' })]

  const { taken, remembered } = await watch(channels, { statuses: { a: live, b: { isOnline: false } } })

  expect([taken, remembered, written.mock.calls]).toEqual([[], [], []])
  written.mockRestore()
})

test('a channel that is missing in the answer keeps none behind it waiting', async () => {
  const { taken } = await watch([channelOf('gone'), channelOf('a')], { statuses: { a: live } })

  expect(taken).toHaveLength(1)
})

test('a change of a disabled link is remembered without an event, and channels without announcers are not asked for', async () => {
  const scene = { statuses: { a: live }, without: 'of-b', disabled: 'of-a vkLive#a' }

  const { asked, taken, remembered, count } = await watch([channelOf('a'), channelOf('b')], scene)

  expect([asked, taken, count]).toEqual([[['a']], [], 1])
  expect(remembered).toEqual([['of-a', 'vkLive#a', 's']])
})

test('a stream that was seen is followed to its end, also without announcers', async () => {
  const channels = [channelOf('b', { sessionId: 'old' })]

  const { taken } = await watch(channels, { statuses: { b: { isOnline: false } }, without: 'of-b' })

  expect(taken).toMatchObject([{ event: { kind: 'ended', sessionId: 'old' } }])
})

test('a channel that fails is logged and found again by the next run, and keeps no other one waiting', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const scene = { statuses: { a: live, b: live }, failing: 'of-a' }
  const { remembered } = await watch([channelOf('a'), channelOf('b')], scene)

  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  written.mockRestore()
  expect(remembered).toEqual([['of-b', 'vkLive#b', 's']])
  const error = { name: 'Error' }
  expect(lines).toMatchObject([{ level: 'ERROR', message: 'channel', worker: 'tester', recipientId: 'of-a', error }])
})

test('a platform is asked for fifty channels at a time while time is left', async () => {
  const channels = Array.from({ length: 101 }, (_, index) => channelOf(`n${index}`))

  const [whole, short] = [await watch(channels), await watch(channels, { leftMs: 10_000 })]

  expect(whole.asked.map((urls) => urls.length)).toEqual([50, 50, 1])
  expect(new Set(whole.asked.flat()).size).toBe(101)
  expect(short.asked).toEqual([])
  expect(whole.most).toBe(20)
})

test('a run begins at any channel, regression: where a minute was too short, the last channels were never asked', async () => {
  const channels = Array.from({ length: 101 }, (_, index) => channelOf(`n${index}`))

  const { asked } = await watch(channels, { chance: 0.99 })

  expect(asked.map(([first]) => first)).toEqual(['n99', 'n48', 'n98'])
  expect(new Set(asked.flat()).size).toBe(101)
})
