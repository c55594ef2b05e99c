import { expect, test } from 'vitest'
import {
  identityOf,
  likelyItemId,
  paymentOfItem,
} from '../../../../shared/areas/payments/projection/historyIdentity.ts'
import { readableTogether } from '../../../../shared/areas/payments/projection/projectionRepository.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import { paymentWith } from './projectionState.ts'

const payment = paymentWith()
const { preferred, other } = payment.identities
const ofPayment = (id: string, paymentId: string, more: object = {}): Item => ({
  recipientId: 'alice',
  id,
  metadata: JSON.stringify({ paymentId }),
  ...more,
})

test.each([
  ['is named by the gateway', payment, [], preferred],
  ['is its own', payment, [ofPayment(preferred.id, 'p')], preferred],
  ['is that of the item that its owner has imported', payment, [{ id: preferred.id }], preferred],
  ['is named by itself where another one has that place', payment, [ofPayment(preferred.id, 'q')], other],
  ['is named by itself for a test', paymentWith({ test: true }), [ofPayment(preferred.id, 'p')], other],
  ['is the one that it has taken', paymentWith({ historyItemId: other.id }), [], other],
  ['is one that was named otherwise', paymentWith({ historyItemId: 'h' }), [], { ...preferred, id: 'h' }],
])('the place of a payment %s', (_name, { ...claimant }, items, identity) => {
  expect(identityOf(claimant, new Map(items.map((item) => [String(item['id']), item])))).toEqual(identity)
})

test('the likely place of a payment is known before anything is read', () => {
  expect(likelyItemId(payment)).toBe(preferred.id)
  expect(likelyItemId(paymentWith({ test: true }))).toBe(other.id)
  expect(likelyItemId(paymentWith({ historyItemId: 'h', test: true }))).toBe('h')
})

test('an item without metadata belongs to no payment', () => {
  expect([paymentOfItem({}), paymentOfItem({ metadata: '{"paymentId":"p"}' })]).toEqual([{}, { paymentId: 'p' }])
})

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
])('one read takes %s', (_name, payments, count) => {
  expect(readableTogether(payments)).toEqual(payments.slice(0, count))
})
