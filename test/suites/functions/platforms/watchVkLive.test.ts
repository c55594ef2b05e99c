import { beforeEach, expect, test, vi } from 'vitest'
import { vkLiveStreams } from '../../../local/sandbox/vkLive.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { laterBy, standAt, startAnnouncements } from './announcements.ts'

let watch: () => Promise<void>

const service = await sharedByTests(startAnnouncements())
beforeEach(async () => {
  vkLiveStreams.clear()
  // Another execution environment: it remembers nobody's announcers.
  vi.resetModules()
  const { handler } = await import('../../../../functions/workers/watchVkLive.ts')
  watch = () => handler({})
})

const link = (recipient: string, name: string) =>
  service.call('getVkLiveToken', { recipient, body: { authorizationCode: `good-${name}` } })

const triggersOf = async (recipientId: string) =>
  (await service.events(recipientId)).map(({ trigger }) => trigger).sort()

let people = 0
const linked = async (): Promise<{ recipientId: string; url: string }> => {
  const [recipientId, url] = [service.someone(), `channel-${++people}`]
  expect((await link(recipientId, url)).status).toBe(200)
  return { recipientId, url }
}

test('a linked channel’s stream is announced once and ended once', async () => {
  const { recipientId, url } = await linked()
  await service.addAnnouncer(recipientId)
  await watch()
  const before = await triggersOf(recipientId)

  vkLiveStreams.set(url, { id: 'stream-1', startedAt: new Date() })
  await watch()
  await watch()
  const onAir = await triggersOf(recipientId)
  vkLiveStreams.delete(url)
  await watch()
  await watch()
  const over = await triggersOf(recipientId)
  vkLiveStreams.set(url, { id: 'stream-2', startedAt: new Date() })
  await watch()

  expect(before).toEqual([])
  expect(onAir).toEqual(['STREAM_STARTED'])
  expect(over).toEqual(['STREAM_ENDED', 'STREAM_STARTED'])
  expect(await triggersOf(recipientId)).toEqual(['STREAM_ENDED', 'STREAM_STARTED', 'STREAM_STARTED'])
})

test('a disabled account announces nothing, and enabling it announces no stream that began before', async () => {
  const { recipientId, url } = await linked()
  await service.addAnnouncer(recipientId)
  const [token] = (await service.call('listTokens', { recipient: recipientId })).body.content
  const toggle = (enabled: boolean) =>
    service.call('toggleToken', { recipient: recipientId, body: { id: token.id, enabled } })
  await toggle(false)
  vkLiveStreams.set(url, { id: 'stream-1', startedAt: new Date() })
  await watch()
  await toggle(true)

  await watch()
  const enabledLate = await triggersOf(recipientId)
  vkLiveStreams.delete(url)
  await watch()
  vkLiveStreams.set(url, { id: 'stream-2', startedAt: new Date() })
  await watch()

  expect(enabledLate).toEqual([])
  expect(await triggersOf(recipientId)).toContain('STREAM_STARTED')
})

const endpoint = (types: readonly string[]) => ['setEndpoint', { url: 'https://bot.example/', types }] as const

test.each([
  ['an endpoint for ends of streams', endpoint(['stream.ended']), ['STREAM_STARTED']],
  [
    'a donation service, which is asked more often on air',
    ['linkSource', { service: 'streamElements', credential: 'good-vk-donor' }] as const,
    ['STREAM_STARTED'],
  ],
  ['an endpoint for payments', endpoint(['payment.completed']), []],
])('the streams of a recipient with %s and no announcer are looked for as needed', async (_name, need, triggers) => {
  const { recipientId, url } = await linked()
  const [operation, body] = need
  expect(await service.call(operation, { recipient: recipientId, body })).toMatchObject({ status: 200 })
  vkLiveStreams.set(url, { id: 'stream-1', startedAt: new Date() })

  await watch()

  expect(await triggersOf(recipientId)).toEqual(triggers)
})

test('a recipient’s first announcer is noticed five minutes after the last look', async () => {
  const { recipientId, url } = await linked()
  standAt(Date.now())
  await watch()
  await service.addAnnouncer(recipientId)
  vkLiveStreams.set(url, { id: 'stream-1', startedAt: new Date() })

  laterBy(5 * 60_000 - 1)
  await watch()
  const early = await triggersOf(recipientId)
  laterBy(1)
  await watch()

  expect(early).toEqual([])
  expect(await triggersOf(recipientId)).toEqual(['STREAM_STARTED'])
})

test('a channel that the answer lacks is asked again, and its stream does not end', async () => {
  const { recipientId, url } = await linked()
  await service.addAnnouncer(recipientId)
  vkLiveStreams.set(url, { id: 'stream-1', startedAt: new Date() })
  await watch()

  service.sandbox.script({ path: '/v1/channels' }, { kind: 'status', status: 500 }, 3)
  await expect(watch()).rejects.toMatchObject({ code: 'provider_unavailable' })
  service.sandbox.script(
    { path: '/v1/channels' },
    { kind: 'instead', response: { status: 200, body: { data: { channels: [] } } } },
  )
  await watch()

  expect(await triggersOf(recipientId)).toEqual(['STREAM_STARTED'])
})
