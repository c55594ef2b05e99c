import { expect, test } from 'vitest'
import { isOverlayCheck, paymentFromItem, paymentId, storedPayment } from '../../../../shared/areas/payments/payment.ts'
import { derivedId } from '../../../../shared/runtime/ids.ts'

const amount = { major: 12, minor: 34, currency: 'EUR' }
const least = {
  id: 'p',
  recipientId: 'alice',
  gateway: 'manual',
  gatewayId: 'order-1',
  gatewayCredentialId: 'g',
  amount,
  test: false,
}
const actions = [{ id: '1', actionId: 'a', parameters: { z: 1 } }]
const details = {
  method: 'card',
  nickname: 'bob',
  message: 'Hello',
  attachments: ['https://example.com/'],
  confirmation: 'ok',
  goal: 'mic',
  auction: { isNew: true, item: 'a game' },
  refunded: { ...least.amount, major: 1 },
  omitted: ['message'],
}

test('a payment is answered with all of its details', () => {
  const item = { ...least, ...details, actions: JSON.stringify(actions), completedAt: '2026-03-01T18:30:00Z' }

  expect(paymentFromItem(item)).toEqual({
    ...least,
    ...details,
    actions,
    status: 'completed',
    authorizationTimestamp: '2026-03-01T18:30:00Z',
  })
})

test('a payment without details is answered with nulls and empty lists', () => {
  expect(paymentFromItem(least)).toEqual({
    ...least,
    status: 'inited',
    method: null,
    nickname: null,
    message: null,
    confirmation: null,
    goal: null,
    authorizationTimestamp: null,
    auction: null,
    refunded: null,
    attachments: [],
    actions: [],
    omitted: [],
  })
})

test('a stored payment has its bought actions, if there are some', () => {
  expect(storedPayment({ ...least, actions: JSON.stringify(actions) })).toEqual({ ...least, actions })
  expect(storedPayment(least)).not.toHaveProperty('actions')
})

test('a payment’s id derives from recipient, credential and gateway id; a test has a different one', () => {
  const given = { gatewayId: 'order-1', test: false }
  const ids = [
    paymentId('alice', 'g', given),
    paymentId('bob', 'g', given),
    paymentId('alice', 'h', given),
    paymentId('alice', 'g', { ...given, gatewayId: 'order-2' }),
    paymentId('alice', 'g', { ...given, test: true }),
  ]

  expect(new Set(ids).size).toBe(5)
  expect(ids[0]).toBe(derivedId('payment', 'alice', 'g', 'order-1'))
  expect(ids[4]).toBe(derivedId('testPayment', 'alice', 'g', 'order-1'))
})

test('a payment is a check of the overlays by its credential', () => {
  expect([isOverlayCheck({ gatewayCredentialId: 'check' }), isOverlayCheck(least)]).toEqual([true, false])
})
