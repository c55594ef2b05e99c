import { expect, test } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { historyItemId } from '../../../../shared/areas/events/historyItemId.ts'
import { requestedVideoId } from '../../../../shared/areas/media/videoRepository.ts'
import type { StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import { checkEffect } from '../../../../shared/areas/payments/projection/checkEffect.ts'
import { firstProjection } from '../../../../shared/areas/payments/projection/firstProjection.ts'
import * as given from './projectionState.ts'

const { euros, paymentWith, putsInto, stateOf, tables, updatesOf } = given
const id = historyItemId('alice', 'Manual', 'order-1')
const appearedAt = '2026-03-01T18:30:00.000Z'

const appear = (more: Partial<StoredPayment> = {}, beside: Parameters<typeof stateOf>[1] = {}) =>
  firstProjection(tables, given.videos, stateOf(paymentWith(more), beside), given.now)

const videoId = (originId: string, position = 0) => {
  const { id: paymentId, createdAt } = paymentWith()
  const requestedAt = new Date(Date.parse(createdAt) + position).toISOString()
  return requestedVideoId('alice', { paymentId, requestedAt, provider: 'vk', originId })
}

test('the projection of a completed payment writes an item and an alert with no more members than it needs', () => {
  const { writes, ...effect } = appear()

  const details = { amount: euros(12, 34), system: 'Manual', event: 'payment' }
  expect(writes.map(({ operation }) => operation)).toEqual([
    {
      Put: {
        TableName: 'history',
        ConditionExpression: 'attribute_not_exists(id)',
        Item: {
          recipientId: 'alice',
          id,
          originId: 'order-1',
          ...details,
          timestamp: '2026-03-01T18:01:00.000Z',
          listedAt: `2026-03-01T18:01:00.000000000Z#${id}`,
          deleted: false,
          alertPosition: 4,
          paymentVersion: 1,
          appearedAt,
          metadata: '{"paymentId":"p","gateway":"manual","status":"completed","videoIds":[]}',
        },
      },
    },
    {
      Put: {
        TableName: 'alerts',
        ConditionExpression: 'attribute_not_exists(id)',
        Item: expect.objectContaining({ ...details, historyItemId: id, position: 4, after: alertSequence(3) }),
      },
    },
  ])
  expect(effect).toMatchObject({
    totals: {
      history: 1,
      alerts: { from: 3, added: 1, newestAt: appearedAt },
      deliveries: { from: alertSequence(3), last: alertSequence(4) },
      money: { changes: [expect.objectContaining({ id, units: 12_340_000_000_000_000n })] },
    },
    isInItem: true,
  })
})

test('the projection of a completed payment takes the time of the first report where a completion has none', () => {
  const { completedAt: _, ...payment } = paymentWith()
  const { writes } = firstProjection(tables, given.videos, stateOf(payment), given.now)

  expect(putsInto('history', writes)).toMatchObject([{ timestamp: '2026-03-01T18:00:00.000Z' }])
})

test('the projection of a completed payment prepares at most five videos, and names the omitted ones', () => {
  const attachments = Array.from({ length: 6 }, (_, number) => `https://vk.com/video-1_${number}`)
  const outcome = (payment: Partial<StoredPayment>) => {
    const { writes } = appear(payment)
    const [item] = putsInto('history', writes)
    const { omitted, videoIds } = JSON.parse(String(item?.['metadata']))
    return { omitted, videoIds, stored: item?.['videoIds'], asked: updatesOf('videos', writes).length }
  }
  const ids = attachments
    .slice(0, 5)
    .map((link, position) => videoId(link.slice('https://vk.com/video'.length), position))

  expect(outcome({ attachments: attachments.slice(0, 5) })).toEqual({ videoIds: ids, stored: ids, asked: 5 })
  expect(outcome({ attachments, omitted: ['message'] })).toEqual({
    omitted: ['message', 'videos'],
    videoIds: ids,
    stored: ids,
    asked: 5,
  })
  expect(outcome({ omitted: ['message'] })).toEqual({ omitted: ['message'], videoIds: [], asked: 0 })
  const [anonymous] = updatesOf('videos', appear({ attachments }).writes)
  expect(anonymous?.values).toMatchObject({ ':owner': '' })
})

test('a check of the overlays that was delivered is not delivered again by a later report', () => {
  expect(checkEffect('deliveries', stateOf(paymentWith({ sequence: 1 })), given.now)).toEqual({ writes: [] })
})
