import { describe, expect, test } from 'vitest'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import type { Item } from '../../../shared/contract/write.ts'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { requestedVideoId } from '../../../shared/media/videoRepository.ts'
import type { StoredPayment } from '../../../shared/payments/payment.ts'
import { metadataText } from '../../../shared/payments/projection/appearance.ts'
import { settledItem } from '../../../shared/payments/projection/settledItem.ts'
import * as given from './projectionState.ts'

const { euros, paymentWith, putsInto, registeredAction, stateOf, tables, updatesOf } = given
const id = historyItemId('alice', 'Manual', 'order-1')
const orderKey = `2026-03-01T18:01:00.000000000Z#${id}`
const levels = [{ name: 'gold', from: euros(10) }]
const refunded = { withdrawn: 'refunded' as const, version: 2 }

/** The item as the first version of its payment has left it. */
const shownItem: Item = {
  recipientId: 'alice',
  id,
  deleted: false,
  listedAt: orderKey,
  alertPosition: 4,
  paymentVersion: 1,
  amount: euros(12, 34),
  metadata: metadataText(paymentWith()),
}
const { amount: _amount, ...withoutAmount } = shownItem

const settle = (more: Partial<StoredPayment>, item: Item = shownItem, beside: Parameters<typeof stateOf>[1] = {}) => {
  const payment = paymentWith({ version: 2, ...more })
  const { writes, ...effect } = settledItem(
    tables,
    given.videos,
    stateOf(payment, { ...beside, item }),
    item,
    given.now,
  )
  const [ofItem, ...otherItems] = updatesOf('history', writes)
  const [ofAlert, ...otherAlerts] = updatesOf('alerts', writes)
  expect([otherItems, otherAlerts]).toEqual([[], []])
  return { effect, writes, item: ofItem, alert: ofAlert }
}

const before = {
  ':deletedBefore': false,
  ':alertPositionBefore': 4,
  ':paymentVersionBefore': 1,
}

describe('a payment that is withdrawn', () => {
  test('takes its item out of lists and totals, and hides its alert', () => {
    const { effect, item, alert } = settle(refunded, { ...shownItem, videoIds: ['v'] })

    const metadata = metadataText(paymentWith(refunded))
    expect(effect).toMatchObject({ totals: { history: -1 }, isNoted: true })
    expect(item).toMatchObject({
      Key: { recipientId: 'alice', id },
      UpdateExpression:
        'SET #deleted = :deleted, #withdrawn = :withdrawn, #listedAt = :listedAt, #metadata = :metadata, #paymentVersion = :paymentVersion',
      values: {
        ...before,
        ':deleted': true,
        ':withdrawn': 'listed',
        ':listedAt': `d:${orderKey}`,
        ':metadata': metadata,
        ':paymentVersion': 2,
      },
    })
    expect(alert).toMatchObject({
      Key: { recipientId: 'alice', position: 4 },
      UpdateExpression: 'SET #state = :state',
      values: { ':state': 'hidden' },
    })
  })

  test('withdraws the videos that its item asked for', () => {
    const videosOf = (more: Partial<StoredPayment>) =>
      updatesOf('videos', settle(more, { ...shownItem, videoIds: ['v', 'w'] }).writes).map(({ Key }) => Key['id'])

    expect(videosOf(refunded)).toEqual(['v', 'w'])
    expect(videosOf({})).toEqual([])
  })

  test('and was deleted by its owner is remembered as deleted, and counted no second time', () => {
    const deleted = { ...shownItem, deleted: true, listedAt: `d:${orderKey}` }
    const { effect, item } = settle(refunded, deleted)

    expect(effect.totals).toEqual({ history: 0 })
    expect(item?.values).toMatchObject({ ':deleted': true, ':withdrawn': 'deleted', ':listedAt': `d:${orderKey}` })
  })

  test('and is in no list, as a test is, counts nothing and stays in none', () => {
    const { listedAt: _, ...unlisted } = shownItem
    const { effect, item } = settle(refunded, unlisted)

    expect(effect.totals).toMatchObject({ history: 0 })
    expect(item?.values).toMatchObject({ ':withdrawn': 'listed' })
    expect(item?.values).not.toHaveProperty(':listedAt')
  })

  test('twice changes nothing but the version', () => {
    const withdrawn = {
      ...shownItem,
      deleted: true,
      withdrawn: 'listed',
      metadata: metadataText(paymentWith(refunded)),
    }
    const { effect, item, alert } = settle({ ...refunded, version: 3 }, withdrawn)

    expect(effect).toEqual({ totals: { history: 0 }, isNoted: true })
    expect(item?.UpdateExpression).toBe('SET #paymentVersion = :paymentVersion')
    expect(alert).toBeUndefined()
  })

  test('gets no details of its completion', () => {
    const { item, writes } = settle({ ...refunded, nickname: 'bob', attachments: ['https://vk.com/video-1_2'] })

    expect(item?.values).not.toHaveProperty(':nickname')
    expect(updatesOf('videos', writes)).toEqual([])
  })
})

describe('a payment whose dispute is won', () => {
  test('is listed, counted and shown again', () => {
    const withdrawn = { ...shownItem, deleted: true, withdrawn: 'listed', listedAt: `d:${orderKey}` }
    const { effect, item, alert } = settle({}, withdrawn)

    expect(effect.totals).toMatchObject({ history: 1 })
    expect(item?.UpdateExpression).toBe(
      'SET #deleted = :deleted, #listedAt = :listedAt, #paymentVersion = :paymentVersion REMOVE withdrawn',
    )
    expect(item?.values).toMatchObject({ ':deleted': false, ':listedAt': orderKey })
    expect(alert?.values).toEqual({ ':state': 'visible' })
  })

  test('and is in no list counts nothing', () => {
    const { listedAt: _, ...unlisted } = shownItem
    expect(settle({}, { ...unlisted, deleted: true, withdrawn: 'listed' }).effect.totals).toMatchObject({
      history: 0,
    })
  })

  test('and that its owner had deleted stays deleted', () => {
    const { effect, item, alert } = settle({}, { ...shownItem, deleted: true, withdrawn: 'deleted' })

    expect(effect.totals).toEqual({ history: 0 })
    expect(item?.UpdateExpression).toBe('SET #paymentVersion = :paymentVersion REMOVE withdrawn')
    expect(alert).toBeUndefined()
  })

  test('before it was completed brings back an imported item', () => {
    const { completedAt: _, ...open } = paymentWith({ version: 3, nickname: 'bob' })
    const item = { ...shownItem, deleted: true, withdrawn: 'listed' }
    const { writes } = settledItem(tables, given.videos, stateOf(open, { item }), item, given.now)

    const [change] = updatesOf('history', writes)
    expect(change?.values).toMatchObject({ ':deleted': false })
    expect(change?.values).not.toHaveProperty(':nickname')
  })
})

test.each([{ failedAt: '2026-03-01T18:05:00.000Z' }, {}])(
  'what is no completion changes no imported item: %j',
  (facts) => {
    const { completedAt: _, ...open } = paymentWith({ ...facts, nickname: 'bob' })

    expect(settledItem(tables, given.videos, stateOf(open), shownItem, given.now)).toEqual({ writes: [] })
  },
)

describe('what a later report knows', () => {
  test('is set where the item lacks it, in the item and in its alert', () => {
    const attachments = ['https://example.com/cat.gif']
    const late = { nickname: 'bob', message: 'Hello', attachments }
    const { effect, item, alert } = settle(late, { ...withoutAmount, nickname: 'alice' }, { basis: { levels } })

    expect(effect).toMatchObject({ totals: { history: 0 }, isNoted: true })
    expect(item?.values).toEqual({
      ...before,
      ':message': 'Hello',
      ':amount': euros(12, 34),
      ':levelName': 'gold',
      ':attachments': attachments,
      ':paymentVersion': 2,
    })
    expect(alert?.values).toEqual({
      ':message': 'Hello',
      ':amount': euros(12, 34),
      ':levelName': 'gold',
      ':media': { url: attachments[0] },
    })
  })

  test('gives no level to an amount that reaches none, to one that was there, and beside a level that was there', () => {
    const levelOf = (item: Item, from: number) =>
      settle({}, item, { basis: { levels: [{ name: 'gold', from: euros(from) }] } }).item?.values?.[':levelName']

    expect(levelOf(withoutAmount, 10)).toBe('gold')
    expect(levelOf(withoutAmount, 13)).toBeUndefined()
    expect(levelOf(shownItem, 10)).toBeUndefined()
    expect(levelOf({ ...withoutAmount, levelName: 'old' }, 10)).toBeUndefined()
  })

  test('changes no alert of an item that has none', () => {
    const { alertPosition: _, ...silent } = shownItem

    expect(settle({ nickname: 'bob' }, silent).alert).toBeUndefined()
    expect(settle({ nickname: 'bob' }).alert?.values).toEqual({ ':nickname': 'bob' })
    expect(settle({}).alert).toBeUndefined()
  })

  test('has no picture for the alert where it has no attachment', () => {
    expect(settle({ attachments: [] }).alert).toBeUndefined()
  })

  test('delivers the actions behind what was shown last', () => {
    const actions = ['spawn', 'gone', 'spawn'].map((actionId, index) => ({ id: `${index}`, actionId, parameters: {} }))
    const { effect, item, writes } = settle({ actions }, shownItem, { registered: [registeredAction('spawn')] })

    const [from, last] = [alertSequence(3), alertSequence(3) + 2]
    expect(effect.totals).toEqual({ history: 0, deliveries: { from, last } })
    expect(putsInto('deliveries', writes).map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [from + 1, 'action'],
      [last, 'action'],
    ])
    expect(JSON.parse(String(item?.values?.[':actions']))).toMatchObject([
      { id: '0', completion: { state: 'open' } },
      { id: '1', undelivered: 'unknown_action' },
      { id: '2', completion: { state: 'open' } },
    ])
  })

  test('delivers no action and asks for no video that the item has', () => {
    const more = {
      actions: [{ id: '0', actionId: 'spawn', parameters: {} }],
      attachments: ['https://vk.com/video-1_2'],
    }
    const item = { ...shownItem, actions: '[]', attachments: ['https://vk.com/video-1_2'] }
    const { effect, writes } = settle(more, item, { registered: [registeredAction('spawn')] })

    expect(effect.totals).toEqual({ history: 0 })
    expect(putsInto('deliveries', writes)).toEqual([])
    expect(updatesOf('videos', writes)).toEqual([])
  })

  test('asks for its videos and stores which', () => {
    const { item, writes } = settle({ nickname: 'bob', attachments: ['https://vk.com/video-1_2'] })

    const { createdAt: requestedAt } = paymentWith()
    const video = requestedVideoId('alice', { paymentId: 'p', requestedAt, provider: 'vk', originId: '-1_2' })
    expect(item?.values).toMatchObject({ ':videoIds': [video] })
    expect(updatesOf('videos', writes).map(({ Key }) => Key['id'])).toEqual([video])
  })
})
