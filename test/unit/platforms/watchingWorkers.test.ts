import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ssmClient } from '../../../shared/aws/ssmClient.ts'
import type { AccountLink } from '../../../shared/platforms/accountLinkRepository.ts'
import { tokenId } from '../../../shared/recipients/tokenRepository.ts'
import { recordsFromEvent } from '../../../shared/store/streamRecord.ts'
import { storedTables } from '../../support/storedTables.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

const { asked, kept, keepers } = vi.hoisted(() => {
  const [asked, kept]: [unknown[][], unknown[][]] = [[], []]
  const keepers = (worker: string, clients: object) =>
    ['kick', 'twitch'].map((platform) => ({
      platform,
      keep: async (accountId: string) => void kept.push([worker, Object.keys(clients), platform, accountId]),
      keepAll: async (linked: readonly object[]) => kept.push([worker, Object.keys(clients), platform, linked]),
    }))
  return { asked, kept, keepers }
})
vi.mock('../../../shared/providers/subscriptionKeepers.ts', () => ({ subscriptionKeepers: keepers }))
vi.mock('../../../shared/providers/vkLiveChannels.ts', () => ({
  vkLiveChannels: (url: string, parameters: () => Promise<object>) => async (urls: readonly string[]) => {
    asked.push([url, await parameters(), urls])
    return new Map([['u', { isOnline: true, sessionId: 's', startedAt: new Date(0) }]])
  },
}))

stubEnvironment()
vi.stubEnv('PARAMETER_PREFIX', '/stage')
const keepSubscriptions = await import('../../../functions/workers/keepSubscriptions.ts')
const subscribeEvents = await import('../../../functions/workers/subscribeEvents.ts')
const watchVkLive = await import('../../../functions/workers/watchVkLive.ts')

let lines: Record<string, unknown>[]
beforeEach(() => {
  kept.length = 0
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const clients = ['documents', 'ssm', 'kms']
const sourceOf = (account: string): AccountLink => ({ account, recipientId: 'alice' })

describe('a link of an account', () => {
  const record = (account: string, newImage?: object) =>
    recordsFromEvent(
      streamEvent({
        eventName: newImage === undefined ? 'REMOVE' : 'MODIFY',
        keys: { account },
        ...(newImage && { newImage: { ...newImage } }),
      }),
    )[0] ?? expect.fail()
  const keep = subscribeEvents.handle(keepers('tester', {}))

  test.each([
    ['due', { due: true }],
    ['gone', undefined],
  ])('that is %s is compared with what its platform has', async (_name, image) => {
    await keep(record('twitch#1', image))

    expect(kept).toEqual([['tester', [], 'twitch', '1']])
  })

  test('is left alone after the worker’s own notes, and at a platform without webhooks', async () => {
    await keep({ eventName: 'MODIFY', keys: { account: 'twitch#1' } } as never)
    await keep(record('twitch#1', {}))
    await keep(record('twitch#1', { due: false }))
    await keep(record('vkLive#1', { due: true }))

    expect(kept).toEqual([])
  })

  test('is compared by a function of its own', async () => {
    await subscribeEvents.handler(streamEvent({ keys: { account: 'kick#7' }, newImage: { due: true } }))

    expect(kept).toEqual([['subscribeEvents', clients, 'kick', '7']])
    expect(lines).toMatchObject([{ level: 'INFO', message: 'record', worker: 'subscribeEvents' }])
  })
})

describe('all links', () => {
  const allOf = (...accounts: readonly string[]) => ({
    all: async function* () {
      yield* accounts.map(sourceOf)
    },
  })

  test('are compared platform by platform, those of others left out', async () => {
    const all = allOf('kick#1', 'twitch#2', 'vkLive#3', 'kick#4')

    expect(await keepSubscriptions.handle(all, keepers('tester', {}))()).toBe(3)
    expect(kept).toEqual([
      ['tester', [], 'kick', ['kick#1', 'kick#4'].map(sourceOf)],
      ['tester', [], 'twitch', [sourceOf('twitch#2')]],
    ])
  })

  test('of a platform that fails keep no other one from being compared, and the run fails', async () => {
    const failure = new Error('away')
    const failing = { platform: 'kick', keepAll: () => Promise.reject(failure) }
    const slow = {
      platform: 'twitch',
      keepAll: async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return kept.push([])
      },
    }

    await expect(keepSubscriptions.handle(allOf(), [failing, slow])()).rejects.toBe(failure)
    expect(kept).toHaveLength(1)
  })

  test('are compared by a function of its own', async () => {
    const { names } = storedTables({ accountLinks: sourceOf('twitch#2') })

    await keepSubscriptions.handler({})

    expect(names).toEqual(['Scan accountLinks'])
    expect(kept).toEqual([
      ['keepSubscriptions', clients, 'kick', []],
      ['keepSubscriptions', clients, 'twitch', [sourceOf('twitch#2')]],
    ])
    expect(lines).toMatchObject([{ message: 'run', worker: 'keepSubscriptions', count: 3 }])
  })
})

describe('a channel of VK Video Live', () => {
  const shards = ['0', '1', '2', '3'].map(() => 'Query watchedChannels')
  const taken = ['Get tokens', 'Get streams', 'Put streamEvents', 'Put streams', 'Update watchedChannels']

  test('is asked about with the deployment’s credentials, and what is new is an event of its recipient', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-31T12:00:00Z') })
    vi.spyOn(ssmClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => ({
      Parameters: (input as { Names: string[] }).Names.map((Name) => ({ Name, Value: `of ${Name}` })),
    }))
    const channel = { shard: '0', channel: 'vkLive#7', recipientId: 'alice', url: 'u' }
    const { names, sent } = storedTables({ watchedChannels: channel, announcers: { id: 'a' } })

    await watchVkLive.handler({})
    const first = names.splice(0)
    vi.setSystemTime(Date.now() + 5 * 60_000 - 1)
    await watchVkLive.handler({})
    const soon = names.splice(0)
    vi.setSystemTime(Date.now() + 1)
    await watchVkLive.handler({})

    expect(first).toEqual([...shards, 'Query announcers', ...taken])
    expect(soon).toEqual([...shards, ...taken])
    expect(names).toEqual(first)
    const parameters = ['client-id', 'client-secret', 'redirect-uri'].map((name) => [
      `vk-live/${name}`,
      `of /stage/vk-live/${name}`,
    ])
    expect(asked[0]).toEqual(['http://127.0.0.1:1', Object.fromEntries(parameters), ['u']])
    expect(sent[5]).toMatchObject({ TableName: 'tokens', Key: { id: tokenId('alice', 'vkLive', '7') } })
    expect(lines[0]).toMatchObject({ level: 'INFO', message: 'run', worker: 'watchVkLive', count: 1 })
  })
})
