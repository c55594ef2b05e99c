import type { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../shared/contract/write.ts'
import type { StoredPayment } from '../../../shared/payments/payment.ts'
import { likelyPlace, paymentOfItem, placeOf } from '../../../shared/payments/projection/historyPlace.ts'
import { projectionRepository, readableTogether } from '../../../shared/payments/projection/projectionRepository.ts'
import { paymentWith, registeredAction, tables } from './projectionState.ts'

const payment = paymentWith()
const { preferred, other } = payment.places
const ofPayment = (id: string, paymentId: string, more: object = {}): Item => ({
  recipientId: 'alice',
  id,
  metadata: JSON.stringify({ paymentId }),
  ...more,
})

describe('the place of a payment', () => {
  test.each([
    ['is named by the gateway', payment, [], preferred],
    ['is its own', payment, [ofPayment(preferred.id, 'p')], preferred],
    ['is that of the item that its owner has imported', payment, [{ id: preferred.id }], preferred],
    ['is named by itself where another one has that place', payment, [ofPayment(preferred.id, 'q')], other],
    ['is named by itself for a test', paymentWith({ test: true }), [ofPayment(preferred.id, 'p')], other],
    ['is the one that it has taken', paymentWith({ historyItemId: other.id }), [], other],
    ['is one that was named otherwise', paymentWith({ historyItemId: 'h' }), [], { ...preferred, id: 'h' }],
  ])('%s', (_name, { ...claimant }, items, place) => {
    expect(placeOf(claimant, new Map(items.map((item) => [String(item['id']), item])))).toEqual(place)
  })

  test('is assumed before anything is read', () => {
    expect(likelyPlace(payment)).toBe(preferred.id)
    expect(likelyPlace(paymentWith({ test: true }))).toBe(other.id)
    expect(likelyPlace(paymentWith({ historyItemId: 'h', test: true }))).toBe('h')
  })

  test('belongs to nobody where an item says nothing', () => {
    expect([paymentOfItem({}), paymentOfItem({ metadata: '{"paymentId":"p"}' })]).toEqual([{}, { paymentId: 'p' }])
  })
})

describe('payments that are read together', () => {
  const many = (count: number, actions: (index: number) => readonly string[] = () => []) =>
    Array.from({ length: count }, (_, index) =>
      paymentWith({
        id: `p${index}`,
        actions: actions(index).map((actionId) => ({ id: '1', actionId, parameters: {} })),
      }),
    )

  test.each([
    ['24 without actions', many(25), 24],
    ['75 actions', many(4, (index) => Array.from({ length: 25 }, (_, each) => `${index}-${each}`)), 3],
    ['the same actions many times', many(24, () => Array.from({ length: 50 }, (_, each) => `${each}`)), 24],
    ['one that has too many alone', many(2, () => Array.from({ length: 80 }, (_, each) => `${each}`)), 1],
    ['all', many(2), 2],
  ])('%s', (_name, payments, count) => {
    expect(readableTogether(payments)).toEqual(payments.slice(0, count))
  })
})

/** A store of items by table and id, and the requests that it was asked. */
const storeOf = (stored: Readonly<Record<string, readonly Item[]>>) => {
  const requests: NonNullable<BatchGetCommand['input']['RequestItems']>[] = []
  const send = async ({ input: { RequestItems = {} } }: BatchGetCommand) => {
    requests.push(RequestItems)
    const found = Object.entries(RequestItems).flatMap(([table, { Keys = [] }]) => {
      const items = (stored[table] ?? []).filter((item) => Keys.some(({ id }) => id === undefined || id === item['id']))
      return items.length === 0 ? [] : [[table, items]]
    })
    return { Responses: Object.fromEntries(found) }
  }
  return { requests, states: projectionRepository({ send } as unknown as DynamoDBDocumentClient, tables) }
}

describe('what a projection depends on', () => {
  const actions = [{ id: '1', actionId: 'spawn', parameters: {} }]
  const bought = paymentWith({ actions })
  const stored = { ...bought, actions: JSON.stringify(actions) }
  const spawn = registeredAction('spawn')
  const keys = (...ids: readonly string[]) => ids.map((id) => ({ recipientId: 'alice', id }))

  test('is read consistently in one round trip', async () => {
    const recipient = { recipientId: 'alice', alerts: 3, lastDelivery: 9 }
    const { requests, states } = storeOf({ payments: [stored], actions: [{ ...spawn }], recipients: [recipient] })

    const found = await states.read('alice', [bought])

    expect(requests).toEqual([
      {
        payments: { Keys: keys('p'), ConsistentRead: true },
        actions: { Keys: keys('spawn'), ConsistentRead: true },
      },
      {
        recipients: { Keys: [{ recipientId: 'alice' }], ConsistentRead: true },
        configs: { Keys: [{ recipientId: 'alice', name: 'alerts' }], ConsistentRead: false },
        history: { Keys: keys(preferred.id), ConsistentRead: true },
      },
    ])
    expect(found.changed).toEqual([])
    expect(found.states).toEqual([
      {
        payment: bought,
        place: preferred,
        item: undefined,
        registered: new Map([['spawn', spawn]]),
        basis: {
          levels: [],
          totals: { history: 0, payments: 0, alerts: 3, newestAlertAt: '', lastDelivery: 9 },
        },
      },
    ])
  })

  test('is asked for once where payments share it, and actions only where there are some', async () => {
    const { requests, states } = storeOf({})

    await states.read('alice', [bought, bought])
    await states.read('alice', [payment])

    expect(requests[0]).toMatchObject({ payments: { Keys: keys('p') }, actions: { Keys: keys('spawn') } })
    expect(requests[1]?.['history']?.Keys).toEqual(keys(preferred.id))
    expect(requests[2]).toEqual({ payments: { Keys: keys('p'), ConsistentRead: true } })
  })

  test('of payments whose first place another one has is read in one more round trip', async () => {
    const mine = ofPayment(other.id, 'p')
    const { requests, states } = storeOf({ payments: [{ ...payment }], history: [ofPayment(preferred.id, 'q'), mine] })

    const { states: found } = await states.read('alice', [payment])

    expect(requests.slice(2)).toEqual([{ history: { Keys: keys(other.id), ConsistentRead: true } }])
    expect(found).toMatchObject([{ place: other, item: mine }])
  })

  test('of a payment whose other place is empty is read without an item', async () => {
    const { states } = storeOf({ payments: [{ ...payment }], history: [ofPayment(preferred.id, 'q')] })

    expect((await states.read('alice', [payment])).states).toMatchObject([{ place: other, item: undefined }])
  })

  test.each<[string, Partial<StoredPayment>, object, number]>([
    ['that is new', {}, {}, 1],
    ['that is marked as done', { projection: 'done' }, {}, 0],
    ['that its item shows', {}, { paymentVersion: 1 }, 0],
    ['of which its item shows a newer version', {}, { paymentVersion: 2 }, 0],
    ['of which its item shows an older version', { version: 2 }, { paymentVersion: 1 }, 1],
    ['that its item shows and that was postponed', { dueAt: 'then' }, { paymentVersion: 1 }, 1],
    ['that is marked as done and was postponed', { dueAt: 'then', projection: 'done' }, { paymentVersion: 1 }, 0],
  ])('of a payment %s is left out where nothing is to do', async (_name, more, shown, count) => {
    const item = ofPayment(preferred.id, 'p', shown)
    const { states } = storeOf({ payments: [{ ...payment, ...more }], history: [item] })

    const found = await states.read('alice', [payment])

    expect([found.states.length, found.changed]).toEqual([count, []])
  })

  test('of a payment that has changed its belongings is to be read again, and of one that is gone never', async () => {
    const taken = paymentWith({ historyItemId: 'h' })

    expect(await storeOf({ payments: [stored] }).states.read('alice', [payment])).toEqual({
      states: [],
      changed: [bought],
    })
    expect(await storeOf({ payments: [{ ...taken }] }).states.read('alice', [payment])).toEqual({
      states: [],
      changed: [taken],
    })
    const empty = storeOf({})
    expect(await empty.states.read('alice', [payment])).toEqual({ states: [], changed: [] })
    expect(empty.requests).toHaveLength(2)
  })
})
