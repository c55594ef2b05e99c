import { expect, test, vi } from 'vitest'
import {
  type AccountLink,
  type AccountLinkStore,
  linkWrites,
} from '../../../../shared/areas/platforms/accountLinkRepository.ts'
import type { EventSubscription, EventSubscriptions } from '../../../../shared/areas/platforms/eventSubscriptions.ts'
import { subscriptionKeeper } from '../../../../shared/areas/platforms/subscriptionKeeper.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

const linked: AccountLink = { account: 'twitch#1', recipientId: 'alice' }

const problem = (code: 'provider_bad_answer' | 'provider_not_configured' | 'provider_unavailable') =>
  new Problem(code, 'The platform says no.')

/** A platform with three kinds of event and these subscriptions, of which some accounts are linked, and the lines that are logged. */
const platform = (found: readonly EventSubscription[], sources: AccountLink[]) => {
  const kept = [...found]
  const [looked, writes, lines]: [string[], object[], unknown[]] = [[], [], []]
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)))
    return true
  })
  const subscriptions: EventSubscriptions = {
    events: () => ['online', 'offline', 'renamed'],
    list: async (accountId) => kept.filter((each) => accountId === undefined || each.accountId === accountId),
    add: async (accountId, event) => {
      const state = event === 'renamed' ? 'pending' : 'active'
      kept.push({ id: `new-${event}`, accountId, event, state })
      return state
    },
    remove: async (id) =>
      void kept.splice(
        kept.findIndex((each) => each.id === id),
        1,
      ),
  }
  const store: AccountLinkStore = {
    ...linkWrites('links'),
    find: async (account) => {
      looked.push(account)
      return sources.find((source) => source.account === account)
    },
    list: async function* () {},
  }
  const apply = async (applied: readonly Write[]) => {
    writes.push(...applied.map(({ operation }) => ('Update' in operation ? operation.Update : operation)))
    return sources.length === 0 ? applied : []
  }
  const keeper = subscriptionKeeper({
    worker: 'test',
    platform: 'twitch',
    subscriptions,
    sources: store,
    scopesOf: async () => [],
    apply,
    clock: () => Date.parse('2026-03-01T12:00:00Z'),
  })
  const ids = () => kept.map(({ id }) => id)
  return { keeper, subscriptions, looked, writes, lines, ids }
}

const subscription = (id: string, event: string, state: EventSubscription['state'], accountId = '1') => ({
  id,
  accountId,
  event,
  state,
})
const settled = [subscription('a', 'online', 'active'), subscription('b', 'offline', 'active')]
const pending = subscription('c', 'renamed', 'pending')
const noted: AccountLink = { ...linked, activeEvents: new Set(['online', 'offline']) }

const lastError = { at: '2026-01-01T00:00:00Z', code: 'provider_timeout', detail: '' }

test('an account keeps the subscriptions that it has, loses the ended and doubled ones, and gets the others', async () => {
  const had = [
    subscription('ended', 'online', 'ended'),
    subscription('first', 'online', 'active'),
    subscription('double', 'online', 'active'),
    subscription('waiting', 'offline', 'pending'),
    subscription('arrived', 'offline', 'active'),
  ]
  const { keeper, ids, writes } = platform(had, [linked])

  await keeper.keep('1')

  expect(ids()).toEqual(['first', 'arrived', 'new-renamed'])
  expect(writes).toMatchObject([{ ExpressionAttributeValues: { ':activeEvents': new Set(['online', 'offline']) } }])
})

test('an account stores its arriving events, old and new, without pending ones', async () => {
  const { keeper, writes } = platform([subscription('a', 'online', 'active'), pending], [linked])

  await keeper.keep('1')

  expect(writes).toMatchObject([
    { Key: { account: 'twitch#1' }, ExpressionAttributeValues: { ':activeEvents': new Set(['online', 'offline']) } },
  ])
})

test('an account loses only stored events', async () => {
  const { keeper, writes } = platform([], [{ ...linked, activeEvents: new Set(['offline']) }])

  await keeper.keep('1')

  expect(writes[0]).toMatchObject({ ExpressionAttributeValues: { ':activeEvents': new Set(['offline']) } })
})

test('an account that nobody has linked loses all, nothing is written, and a failure is raised', async () => {
  const { keeper, ids, writes } = platform(settled, [])
  const failing = platform(settled, [])
  failing.subscriptions.remove = () => Promise.reject(problem('provider_bad_answer'))

  await keeper.keep('1')

  expect([ids(), writes]).toEqual([[], []])
  await expect(failing.keeper.keep('1')).rejects.toMatchObject({ code: 'provider_bad_answer' })
})

test('an account that is unlinked while it is being subscribed to is left without a subscription', async () => {
  const sources = [linked]
  const { keeper, subscriptions, ids } = platform([], sources)
  const { add } = subscriptions
  subscriptions.add = (...given) => {
    sources.length = 0
    return add(...given)
  }

  await keeper.keep('1')

  expect(ids()).toEqual([])
})

test('a lost subscription is stored as lost before it is made again, so that a later report counts', async () => {
  const { keeper, subscriptions, writes } = platform([], [noted])
  const { add } = subscriptions
  subscriptions.add = (...given) => {
    writes.push(given)
    return add(...given)
  }

  await keeper.keep('1')

  expect(writes.map((write) => /(DELETE|ADD) #activeEvents/.exec(JSON.stringify(write))?.[1] ?? 'made')).toEqual([
    'DELETE',
    'made',
    'made',
    'made',
    'ADD',
  ])
})

test.each([
  [problem('provider_bad_answer'), { code: 'provider_bad_answer', detail: 'The platform says no.' }, 'WARN'],
  [problem('provider_not_configured'), { code: 'provider_not_configured', detail: 'The platform says no.' }, 'WARN'],
  [problem('provider_unavailable'), { code: 'provider_unavailable', detail: 'The platform says no.' }, undefined],
  [new Error('secret'), { code: 'internal_error', detail: 'The service failed.' }, undefined],
])('an account shows %s; a lasting failure is logged and not raised', async (error, told, level) => {
  const { keeper, subscriptions, writes, lines } = platform([], [linked])
  subscriptions.add = () => Promise.reject(error)

  const outcome = await keeper.keep('1').catch((raised: unknown) => raised)

  expect(outcome).toBe(level === undefined ? error : undefined)
  expect(writes).toMatchObject([
    { ExpressionAttributeValues: { ':lastError': { at: '2026-03-01T12:00:00.000Z', ...told } } },
  ])
  const line = {
    level,
    message: 'subscription',
    worker: 'test',
    recipientId: 'alice',
    error: { message: told.detail },
  }
  expect(lines).toMatchObject(level === undefined ? [] : [line])
})

test('an event that the platform has given up is told, and the other events arrive', async () => {
  const { keeper, subscriptions, ids, writes } = platform([], [linked])
  const { add } = subscriptions
  subscriptions.add = (accountId, event) =>
    event === 'online' ? Promise.reject(problem('provider_bad_answer')) : add(accountId, event)

  await keeper.keep('1')

  expect(ids()).toEqual(['new-offline', 'new-renamed'])
  const told = { at: '2026-03-01T12:00:00.000Z', code: 'provider_bad_answer', detail: 'The platform says no.' }
  expect(writes).toMatchObject([
    { ExpressionAttributeValues: { ':activeEvents': new Set(['offline']), ':lastError': told } },
  ])
})

test.each([
  ['all is as it was noted', [...settled, pending], noted, 0],
  ['one has ended', [...settled, pending, subscription('d', 'online', 'ended')], noted, 1],
  ['one is missing', settled, noted, 1],
  ['one that arrives is not noted', [...settled, pending], { ...noted, activeEvents: new Set(['online']) }, 1],
  ['nothing was ever noted', [...settled, pending], linked, 1],
  ['the last attempt failed', [...settled, pending], { ...noted, lastError }, 1],
])('a comparison of all accounts counts the accounts that differ when %s', async (_situation, found, source, count) => {
  const { keeper, looked } = platform(found, [source])

  expect(await keeper.keepAll([source])).toBe(count)
  expect(looked).toEqual(count === 0 ? [] : ['twitch#1'])
})

test('the comparison of all accounts is skipped without a client, and fails if the platform does', async () => {
  const { keeper, subscriptions } = platform([], [linked])

  subscriptions.list = () => Promise.reject(problem('provider_not_configured'))
  expect(await keeper.keepAll([linked])).toBe(0)
  for (const error of [problem('provider_unavailable'), new Error('x')]) {
    subscriptions.list = () => Promise.reject(error)
    await expect(keeper.keepAll([linked])).rejects.toBe(error)
  }
})

test('a comparison of all accounts tries every account, logs each failure and raises the first', async () => {
  const other: AccountLink = { account: 'twitch#2', recipientId: 'bob' }
  const { keeper, subscriptions, lines, looked } = platform([], [linked, other])
  const failure = new Error('no answer')
  subscriptions.add = () => Promise.reject(failure)

  await expect(keeper.keepAll([linked, other])).rejects.toBe(failure)
  expect(looked).toEqual(['twitch#1', 'twitch#2'])
  const line = { level: 'ERROR', message: 'subscription', worker: 'test', error: { message: 'no answer' } }
  expect(lines).toMatchObject([line, line])
})

test('a comparison that runs out of time fails, so that the rest follows soon', async () => {
  const { keeper, ids } = platform([], [linked])

  const run = withinInvocation({ getRemainingTimeInMillis: () => 5249 }, () => keeper.keepAll([linked]))

  await expect(run).rejects.toThrow('left for the next run')
  expect(ids()).toEqual([])
})
