import { describe, expect, test } from 'vitest'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { requestedVideoId } from '../../../shared/media/videoRepository.ts'
import type { StoredPayment } from '../../../shared/payments/payment.ts'
import { appearance, unseenWithdrawal } from '../../../shared/payments/projection/appearance.ts'
import { checkEffect } from '../../../shared/payments/projection/checkEffect.ts'
import * as given from './projectionState.ts'

const { euros, nowSeconds, paymentWith, putsInto, registeredAction, stateOf, tables, updatesOf } = given
const id = historyItemId('alice', 'Manual', 'order-1')
const levels = [{ name: 'gold', from: euros(10) }]
const appearedAt = '2026-03-01T18:30:00.000Z'

const appear = (more: Partial<StoredPayment> = {}, beside: Parameters<typeof stateOf>[1] = {}) =>
  appearance(tables, given.videos, stateOf(paymentWith(more), beside), given.now)

const videoId = (originId: string, place = 0) => {
  const { id: paymentId, createdAt } = paymentWith()
  const requestedAt = new Date(Date.parse(createdAt) + place).toISOString()
  return requestedVideoId('alice', { paymentId, requestedAt, provider: 'vk', originId })
}

describe('a completed payment', () => {
  test('of nothing but an amount has an item and an alert, and no more members than it needs', () => {
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
    expect(effect).toEqual({
      totals: {
        history: 1,
        alerts: { from: 3, added: 1, newestAt: appearedAt },
        deliveries: { from: alertSequence(3), last: alertSequence(4) },
      },
      isNoted: true,
    })
  })

  test('has the details of its donor in the item and in the alert', () => {
    const attachments = ['https://example.com/cat.gif']
    const { writes } = appear({ nickname: 'bob', message: 'Hello', goal: 'mic', attachments }, { basis: { levels } })

    const shown = { nickname: 'bob', message: 'Hello', levelName: 'gold' }
    expect(putsInto('history', writes)).toMatchObject([{ ...shown, goals: ['mic'], attachments }])
    expect(putsInto('alerts', writes)).toMatchObject([{ ...shown, media: { url: attachments[0] } }])
  })

  test('that has no time of its completion has that of its first report', () => {
    const { completedAt: _, ...payment } = paymentWith()
    const { writes } = appearance(tables, given.videos, stateOf(payment), given.now)

    expect(putsInto('history', writes)).toMatchObject([{ timestamp: '2026-03-01T18:00:00.000Z' }])
  })

  test('delivers the actions that it pays for one after the other behind its alert', () => {
    const bought = [
      { id: 'x', actionId: 'gone', parameters: { a: 1 } },
      { id: 'y', actionId: 'spawn', parameters: { b: 2 } },
      { id: 'z', actionId: 'spawn', parameters: {} },
    ]
    const registered = [registeredAction('spawn')]
    const { writes, totals } = appear({ nickname: 'bob', actions: bought }, { registered })

    const delivered = (each: number, place: number) => ({
      recipientId: 'alice',
      sequence: alertSequence(4) + each,
      after: alertSequence(4) + each - 1,
      kind: 'action',
      payload: JSON.stringify({
        id: bought[place]?.id,
        deliveryId: `${id}.${place}`,
        actionId: 'spawn',
        name: 'name of spawn',
        game: 'mine',
        category: 'mobs',
        payload: { cmd: 1 },
        parameters: bought[place]?.parameters,
        paymentId: 'p',
        system: 'Manual',
        nickname: 'bob',
        amount: euros(12, 34),
      }),
      test: false,
      force: false,
      createdAt: appearedAt,
      expiresAt: nowSeconds + given.daySeconds,
    })
    expect(putsInto('deliveries', writes)).toEqual([delivered(1, 1), delivered(2, 2)])
    expect(totals?.deliveries).toEqual({ from: alertSequence(3), last: alertSequence(4) + 2 })
    const [item] = putsInto('history', writes)
    expect(JSON.parse(String(item?.['actions']))).toEqual([
      { ...bought[0], undelivered: 'unknown_action' },
      { ...bought[1], name: 'name of spawn', completion: { state: 'open' } },
      { ...bought[2], name: 'name of spawn', completion: { state: 'open' } },
    ])
  })

  test('of nobody’s name delivers its action without one, and one that is registered and too dear is told by its name', () => {
    const actions = ['spawn', 'castle'].map((actionId, index) => ({ id: `${index}`, actionId, parameters: {} }))
    const registered = [registeredAction('spawn'), registeredAction('castle', { price: euros(100) })]
    const { writes } = appear({ actions }, { registered })

    const [delivered, ...others] = putsInto('deliveries', writes)
    expect(JSON.parse(String(delivered?.['payload']))).toMatchObject({ actionId: 'spawn', nickname: '' })
    expect(others).toEqual([])
    const [item] = putsInto('history', writes)
    expect(JSON.parse(String(item?.['actions']))).toMatchObject([
      { completion: { state: 'open' } },
      { name: 'name of castle', undelivered: 'amount_too_low' },
    ])
  })

  test('asks for each of its videos once', () => {
    const attachments = ['https://vk.com/video-1_2', 'https://example.com/no-video', 'https://m.vk.com/video-1_2']
    const { writes } = appear({ nickname: 'bob', attachments })

    const video = videoId('-1_2')
    expect(updatesOf('videos', writes)).toMatchObject([
      {
        Key: { recipientId: 'alice', id: video },
        values: {
          ':paymentId': 'p',
          ':system': 'Manual',
          ':provider': 'vk',
          ':originId': '-1_2',
          ':owner': 'bob',
          ':title': '',
          ':test': false,
          ':status': 'prepared',
        },
      },
    ])
    const metadata = { paymentId: 'p', gateway: 'manual', status: 'completed', videoIds: [video] }
    expect(putsInto('history', writes)).toMatchObject([{ videoIds: [video], metadata: JSON.stringify(metadata) }])
  })

  test('asks for five videos at the most, and tells what was left out of it', () => {
    const attachments = Array.from({ length: 6 }, (_, number) => `https://vk.com/video-1_${number}`)
    const told = (payment: Partial<StoredPayment>) => {
      const { writes } = appear(payment)
      const [item] = putsInto('history', writes)
      const { omitted, videoIds } = JSON.parse(String(item?.['metadata']))
      return { omitted, videoIds, stored: item?.['videoIds'], asked: updatesOf('videos', writes).length }
    }
    const ids = attachments.slice(0, 5).map((link, place) => videoId(link.slice('https://vk.com/video'.length), place))

    expect(told({ attachments: attachments.slice(0, 5) })).toEqual({ videoIds: ids, stored: ids, asked: 5 })
    expect(told({ attachments, omitted: ['message'] })).toEqual({
      omitted: ['message', 'videos'],
      videoIds: ids,
      stored: ids,
      asked: 5,
    })
    expect(told({ omitted: ['message'] })).toEqual({ omitted: ['message'], videoIds: [], asked: 0 })
    const [anonymous] = updatesOf('videos', appear({ attachments }).writes)
    expect(anonymous?.values).toMatchObject({ ':owner': '' })
  })

  test('of a test counts nothing, and its payment knows where it was shown', () => {
    const { writes, ...effect } = appear({ test: true, attachments: ['https://vk.com/video-1_2'] })

    const place = historyItemId('alice', 'Manual', 'p')
    const sequence = alertSequence(3) + 1
    expect(effect).toEqual({
      totals: { deliveries: { from: alertSequence(3), last: sequence } },
      payment: { historyItemId: place, appearedAt, sequence },
      isNoted: true,
    })
    expect(putsInto('history', writes)).toMatchObject([{ id: place, originId: 'p', test: true }])
    expect(putsInto('alerts', writes)).toEqual([])
    expect(putsInto('deliveries', writes)).toMatchObject([{ test: true, sequence }])
    expect(updatesOf('videos', writes)).toMatchObject([{ values: { ':test': true } }])
  })

  test('takes the place that was kept for it while it was withdrawn', () => {
    const item = { recipientId: 'alice', id, deleted: true, withdrawn: 'unseen' }
    const [write] = appear({}, { item }).writes

    expect(write?.operation).toMatchObject({
      Put: {
        ConditionExpression:
          'deleted = :deletedBefore AND attribute_not_exists(alertPosition) AND withdrawn = :withdrawnBefore AND attribute_not_exists(paymentVersion)',
        ExpressionAttributeValues: { ':deletedBefore': true, ':withdrawnBefore': 'unseen' },
      },
    })
  })
})

test('a payment that is withdrawn before it appeared takes its place, unlisted and without its actions', () => {
  const actions = [{ id: 'x', actionId: 'spawn', parameters: {} }]
  const state = stateOf(paymentWith({ withdrawn: 'refunded', actions, goal: 'mic' }), {
    registered: [registeredAction('spawn')],
  })

  const { writes, ...effect } = unseenWithdrawal(tables, state, given.now)

  expect(effect).toEqual({ payment: { historyItemId: id } })
  expect(writes).toHaveLength(1)
  const [item] = putsInto('history', writes)
  expect(item).toMatchObject({ id, withdrawn: 'unseen', deleted: true, goals: ['mic'] })
  expect(item).not.toHaveProperty('actions')
  expect(JSON.parse(String(item?.['metadata']))).toMatchObject({ status: 'refunded' })
})

describe('a check of the overlays', () => {
  test('is delivered behind what was shown last', () => {
    const { writes, ...effect } = checkEffect('deliveries', stateOf(paymentWith()), given.now)

    const sequence = alertSequence(3) + 1
    expect(putsInto('deliveries', writes)).toEqual([
      {
        recipientId: 'alice',
        sequence,
        after: alertSequence(3),
        kind: 'check',
        payload: '{"paymentId":"p"}',
        test: true,
        force: false,
        createdAt: appearedAt,
        expiresAt: nowSeconds + given.daySeconds,
      },
    ])
    expect(effect).toEqual({
      totals: { deliveries: { from: alertSequence(3), last: sequence } },
      payment: { appearedAt, sequence },
    })
  })

  test('that was delivered is delivered no second time', () => {
    expect(checkEffect('deliveries', stateOf(paymentWith({ sequence: 1 })), given.now)).toEqual({ writes: [] })
  })
})
