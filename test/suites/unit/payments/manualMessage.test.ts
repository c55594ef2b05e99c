import { expect, test } from 'vitest'
import {
  ManualPayment,
  ManualPaymentMessage,
  omittedOfAmount,
} from '../../../../shared/areas/payments/manualMessage.ts'

const message = {
  type: 'payment.completed',
  timestamp: '2026-03-01T18:30:00Z',
  data: {
    gatewayId: 'order-7',
    nickname: 'bob',
    message: 'hello',
    amount: { major: 12, minor: 34, currency: 'EUR' },
    method: 'card',
    goal: 'goal-1',
    attachments: ['https://example.com/1'],
    actions: [{ id: 'a-1', actionId: 'jump', parameters: { height: 3 } }],
    auction: { isNew: true, item: 'A game' },
    system: 'Shop',
    disputeId: 'd-1',
    test: true,
  },
}
const documented = (change: object) => ManualPaymentMessage.safeParse({ ...message, ...change })

test('the documented message has these members, and all but payment and amount may be null', () => {
  const { gatewayId, amount, ...others } = message.data
  const nulls = Object.fromEntries(Object.keys(others).map((name) => [name, name === 'test' ? false : null]))

  expect(documented({}).data).toEqual(message)
  expect(documented({ data: { gatewayId, amount, ...nulls, test: null } }).success).toBe(true)
  expect(documented({ data: { ...message.data, gatewayId: '' } }).success).toBe(false)
  expect(documented({ data: { ...message.data, auction: {} } }).success).toBe(false)
  expect(documented({ data: { ...message.data, actions: [{}] } }).success).toBe(false)
})

test.each(['completed', 'failed', 'refunded', 'refund.failed', 'disputed', 'dispute.won'])(
  'the type payment.%s is documented',
  (type) => {
    expect(documented({ type: `payment.${type}` }).success).toBe(true)
  },
)

test('no other type is documented', () => {
  for (const type of ['', 'payment.lost']) expect(documented({ type }).success).toBe(false)
})

test.each([
  [
    'in the units of its currency',
    { major: 12, minor: 34, currency: 'eur' },
    { major: 12, minor: 34, currency: 'EUR' },
  ],
  ['of no fractions', { major: 12, minor: 0, currency: 'JPY', exponent: 8 }, { major: 12, minor: 0, currency: 'JPY' }],
  [
    'that ISO 4217 does not know, of two digits',
    { major: 1, minor: 50, currency: 'usdt' },
    { major: 1, minor: 50, currency: 'USDT', exponent: 2 },
  ],
  [
    'that says its digits',
    { major: 10, minor: 50, currency: 'USDT', exponent: 2 },
    { major: 10, minor: 50, currency: 'USDT', exponent: 2 },
  ],
  [
    'of more digits than are kept',
    { major: 1, minor: 5_000_000_000_000_000, currency: 'ETH', exponent: 18 },
    { major: 1, minor: 5_000_000_000_000, currency: 'ETH', exponent: 15 },
  ],
  [
    'whose number of digits is none',
    { major: 3, minor: 12, currency: 'BTC', exponent: 31 },
    { major: 3, minor: 12, currency: 'BTC', exponent: 2 },
  ],
])('an amount %s', (_name, amount, kept) => {
  expect(ManualPayment.parse({ data: { gatewayId: '1', amount } }).data.amount).toEqual(kept)
})

test.each([
  ['below nothing', { major: -1, minor: 0, currency: 'EUR' }],
  ['with a fraction below nothing', { major: 1, minor: -1, currency: 'EUR' }],
  ['of a cent too many', { major: 1, minor: 100, currency: 'EUR' }],
  ['of more than two digits that does not say so', { major: 3, minor: 12_500, currency: 'BTC' }],
  ['whose parts are texts', { major: '1', minor: 0, currency: 'EUR' }],
  ['without a currency', { major: 1, minor: 0 }],
])('an amount %s is refused', (_name, amount) => {
  expect(ManualPayment.safeParse({ data: { gatewayId: '1', amount } }).success).toBe(false)
})

test.each([
  [{ currency: 'usd' }, []],
  [{ currency: 'EUR', exponent: 2 }, []],
  [{ currency: 'EUR', exponent: 8 }, ['exponent']],
  [{ currency: 'USDT', exponent: 'six' }, ['exponent']],
  [{ currency: 'USDT', exponent: null }, []],
  [{ currency: '\u0415UR', exponent: 2 }, ['currency']],
  [7, []],
])('the amount %j loses the members %j', (amount, names) => {
  expect(omittedOfAmount(amount)).toEqual(names)
})
