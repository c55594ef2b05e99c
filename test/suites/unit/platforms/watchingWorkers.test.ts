import { beforeEach, expect, test } from 'vitest'
import type { AccountLink } from '../../../../shared/areas/platforms/accountLinkRepository.ts'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
const keepSubscriptions = await import('../../../../functions/workers/keepSubscriptions.ts')
const subscribeEvents = await import('../../../../functions/workers/subscribeEvents.ts')

let kept: unknown[][]
beforeEach(() => {
  kept = []
})

const keepers = ['kick', 'twitch'].map((platform) => ({
  platform,
  keep: async (accountId: string) => void kept.push([platform, accountId]),
  keepAll: async (linked: readonly object[]) => kept.push([platform, linked]),
}))

const sourceOf = (account: string): AccountLink => ({ account, recipientId: 'alice' })

const record = (account: string, newImage?: object) =>
  recordsFromEvent(
    streamEvent({
      eventName: newImage === undefined ? 'REMOVE' : 'MODIFY',
      keys: { account },
      ...(newImage && { newImage: { ...newImage } }),
    }),
  )[0] ?? expect.fail()
const keep = subscribeEvents.handle(keepers)

test('a link is not processed after the worker’s own writes, and at a platform without webhooks', async () => {
  await keep({ eventName: 'MODIFY', keys: { account: 'twitch#1' } } as never)
  await keep(record('twitch#1', {}))
  await keep(record('twitch#1', { due: false }))
  await keep(record('vkLive#1', { due: true }))

  expect(kept).toEqual([])
})

const allOf = (...accounts: readonly string[]) => ({
  list: async function* () {
    yield* accounts.map(sourceOf)
  },
})

test('links of a platform that fails keep no other one from being compared, and the run fails', async () => {
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
