import { expect, test } from 'vitest'
import { givenMoney } from '../../../../shared/web/givenMoney.ts'

test.each([
  ['12.34', 'EUR', { major: 12, minor: 34 }],
  [' 12,5 ', 'EUR', { major: 12, minor: 50 }],
  ['100.00', 'JPY', { major: 100, minor: 0 }],
  ['1.5', 'KWD', { major: 1, minor: 500 }],
  ['0.00012', 'BTC', { major: 0, minor: 12, exponent: 5 }],
  ['1.005', 'EUR', { major: 1, minor: 5, exponent: 3 }],
])('%s %s in a field is an amount, finer than its currency only with an exponent', (decimal, currency, amount) => {
  expect(givenMoney(decimal, currency)).toEqual({ ...amount, currency })
})

test.each(['', 'five', '-1', '1.', '.5', '1 000', '1e3', '1234567890123456', '0.1234567890123456'])(
  '"%s" in a field is no amount',
  (decimal) => {
    expect(givenMoney(decimal, 'EUR')).toBeUndefined()
  },
)
