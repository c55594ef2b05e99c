import { expect, test, vi } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import type { EventSubscription, EventSubscriptions } from '../../../shared/platforms/eventSubscriptions.ts'
import { type EventSource, type SourceStore, sourceWrites } from '../../../shared/platforms/sourceStore.ts'
import { subscriptionKeeper } from '../../../shared/platforms/subscriptionKeeper.ts'

const event = 'stream.online'
const linked: EventSource = { account: 'twitch#1', recipientId: 'alice' }

/** A platform with one kind of event, and the one account that may be linked. */
const stage = (onAdd: () => void = () => {}) => {
  const kept: EventSubscription[] = []
  const state: { source: EventSource | undefined } = { source: linked }
  const applied: string[] = []
  const subscriptions: EventSubscriptions = {
    events: [event],
    list: async () => [...kept],
    add: async (accountId) => {
      kept.push({ id: `${kept.length}`, accountId, event, state: 'active' })
      onAdd()
      return 'active'
    },
    remove: async (id) => void kept.splice(kept.findIndex((each) => each.id === id)),
  }
  const apply = async (writes: readonly Write[]) => {
    applied.push(...writes.map((write) => JSON.stringify(write.operation)))
    return state.source === undefined ? writes : []
  }
  const sources: SourceStore = {
    ...sourceWrites('links'),
    find: async () => state.source,
    all: async function* () {},
  }
  return {
    kept,
    state,
    applied,
    keeper: subscriptionKeeper({ worker: 'test', platform: 'twitch', subscriptions, sources, apply }),
  }
}

test('an account that is unlinked while it is being subscribed to is left without a subscription', async () => {
  const { keeper, kept, state } = stage(() => {
    state.source = undefined
  })

  await keeper.keep('1')

  expect(kept).toEqual([])
})

test('a subscription that was noted and is gone is noted as lost before it is made again, so that what the platform reports meanwhile stands', async () => {
  const { keeper, state, applied } = stage()
  state.source = { ...linked, activeEvents: new Set([event]) }

  await keeper.keep('1')

  expect(applied.map((write) => /(DELETE|ADD) activeEvents/.exec(write)?.[1])).toEqual(['DELETE', 'ADD'])
})

test('what is settled costs a daily run nothing, and what has failed is looked at again', async () => {
  const { keeper, applied } = stage()
  await keeper.keep('1')
  applied.length = 0
  const settled = { ...linked, activeEvents: new Set([event]) }
  const lastError = { at: '2026-01-01T00:00:00Z', code: 'provider_timeout', detail: '' }

  const counts = [await keeper.keepAll([settled]), await keeper.keepAll([{ ...settled, lastError }])]

  expect(counts).toEqual([0, 1])
  expect(applied).toHaveLength(1)
})

test('a failure of ours is told without its text, and raised', async () => {
  const { keeper, applied } = stage(() => {
    throw new Error('with a secret in it')
  })

  await expect(keeper.keep('1')).rejects.toThrow('with a secret')

  expect(applied.join()).toContain('internal_error')
  expect(applied.join()).not.toContain('secret')
})

test('a run that is out of time leaves the rest to the next, and fails, so that it comes soon', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { keeper, kept } = stage()
  const { withinInvocation } = await import('../../../shared/invocation.ts')

  const run = withinInvocation({ getRemainingTimeInMillis: () => 2000 }, () => keeper.keepAll([linked]))

  await expect(run).rejects.toThrow('left for the next run')
  expect(kept).toEqual([])
})
