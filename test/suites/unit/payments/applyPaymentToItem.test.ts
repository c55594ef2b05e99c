import { expect, test } from 'vitest'
import { historyItemId } from '../../../../shared/areas/events/historyItemId.ts'
import { requestedVideoId } from '../../../../shared/areas/media/videoRepository.ts'
import type { StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import { applyPaymentToItem } from '../../../../shared/areas/payments/projection/applyPaymentToItem.ts'
import { metadataText } from '../../../../shared/areas/payments/projection/firstProjection.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import * as given from './projectionState.ts'

const { euros, paymentWith, putsInto, registeredAction, stateOf, tables, updatesOf } = given
const id = historyItemId('alice', 'Manual', 'order-1')
const refunded = { withdrawn: 'refunded' as const, version: 2 }

/** The item as the first version of its payment has left it. */
const shownItem: Item = {
  recipientId: 'alice',
  id,
  deleted: false,
  listedAt: `2026-03-01T18:01:00.000000000Z#${id}`,
  alertPosition: 4,
  paymentVersion: 1,
  amount: euros(12, 34),
  metadata: metadataText(paymentWith()),
}
const { amount: _amount, ...withoutAmount } = shownItem

const settle = (more: Partial<StoredPayment>, item: Item = shownItem, beside: Parameters<typeof stateOf>[1] = {}) => {
  const payment = paymentWith({ version: 2, ...more })
  const { writes, ...effect } = applyPaymentToItem(
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

test('a withdrawn payment that is withdrawn already changes nothing but the version', () => {
  const metadata = metadataText(paymentWith(refunded))
  const withdrawn = { ...shownItem, deleted: true, withdrawn: 'listed', metadata }
  const { effect, item, alert } = settle({ ...refunded, version: 3 }, withdrawn)

  expect(effect).toEqual({ totals: { history: 0 }, isInItem: true })
  expect(item?.UpdateExpression).toBe('SET #paymentVersion = :paymentVersion')
  expect(alert).toBeUndefined()
})

test('a withdrawn payment gets no late details, and delivers neither actions nor videos', () => {
  const actions = [{ id: '0', actionId: 'spawn', parameters: {} }]
  const attachments = ['https://vk.com/video-1_2']
  const registered = [registeredAction('spawn')]
  const { item, writes } = settle({ ...refunded, nickname: 'bob', attachments, actions }, shownItem, { registered })

  expect(item?.values).not.toHaveProperty(':nickname')
  expect([putsInto('deliveries', writes).map(({ kind }) => kind), updatesOf('videos', writes)]).toEqual([
    ['change'],
    [],
  ])
})

test.each([{ failedAt: '2026-03-01T18:05:00.000Z' }, {}])(
  'a payment that is neither completed nor withdrawn changes no imported item: %j',
  (facts) => {
    const { completedAt: _, ...open } = paymentWith({ ...facts, nickname: 'bob' })

    expect(applyPaymentToItem(tables, given.videos, stateOf(open), shownItem, given.now)).toEqual({ writes: [] })
  },
)

test('a later report gives a level only to an amount that was missing, reaches one and has none', () => {
  const levelOf = (item: Item, from: number) =>
    settle({}, item, { basis: { levels: [{ name: 'gold', from: euros(from) }] } }).item?.values?.[':levelName']

  expect(levelOf(withoutAmount, 10)).toBe('gold')
  expect(levelOf(withoutAmount, 13)).toBeUndefined()
  expect(levelOf(shownItem, 10)).toBeUndefined()
  expect(levelOf({ ...withoutAmount, levelName: 'old' }, 10)).toBeUndefined()
})

test.each([
  ['of an alert on the screen is held', {}, {}, 'held'],
  ['of an item that its owner has deleted stays hidden', { deleted: true }, {}, undefined],
  ['of a payment that is refunded by then is hidden', {}, refunded, 'hidden'],
])('a text that comes late and has to wait for a decision, %s', (_name, item, payment, state) => {
  const basis = { moderation: { everything: true } }
  const { alert } = settle({ nickname: 'bob', ...payment }, { ...shownItem, ...item }, { basis })

  expect(alert?.values[':state']).toBe(state)
})

test.each([
  ['a refund', shownItem, 1],
  ['a text after a refund', { ...shownItem, refunded: euros(4) }, 0],
  ['a text after a smaller refund', { ...shownItem, refunded: euros(3) }, 1],
])('endpoints are informed of each refund in part once: of %s', (_name, item, count) => {
  const totals = { ...given.totals, endpoints: JSON.stringify({ e: ['payment.refunded'] }) }
  const { writes } = settle({ refunded: euros(4), nickname: 'bob' }, item, { basis: { totals } })

  expect(putsInto('endpointMessages', writes)).toHaveLength(count)
})

test('a later report brings the picture of its first attachment to the alert, and none without an attachment', () => {
  const { alert } = settle({ attachments: ['https://e.com/first.png', 'https://e.com/second.png'] })

  expect(alert?.values).toMatchObject({ ':media': { url: 'https://e.com/first.png' } })
  expect(settle({ attachments: [] }).alert).toBeUndefined()
})

test('a later report delivers no action and prepares no video that the item has', () => {
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

test('a later report prepares its videos and stores their ids', () => {
  const { item, writes } = settle({ nickname: 'bob', attachments: ['https://vk.com/video-1_2'] })

  const { createdAt: requestedAt } = paymentWith()
  const video = requestedVideoId('alice', { paymentId: 'p', requestedAt, provider: 'vk', originId: '-1_2' })
  expect(item?.values).toMatchObject({ ':videoIds': [video] })
  expect(updatesOf('videos', writes).map(({ Key }) => Key['id'])).toEqual([video])
})
