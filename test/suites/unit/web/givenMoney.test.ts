import { expect, test } from 'vitest'
import { givenMoneyOfAny } from '../../../../shared/web/givenMoney.ts'

test.each([
  ['12.34', 'EUR', { major: 12, minor: 34 }],
  [' 12,5 ', 'EUR', { major: 12, minor: 50 }],
  ['100.00', 'JPY', { major: 100, minor: 0 }],
  ['1.5', 'KWD', { major: 1, minor: 500 }],
  ['0.00012', 'BTC', { major: 0, minor: 12, exponent: 5 }],
  ['1.0050', 'EUR', { major: 1, minor: 5, exponent: 3 }],
  ['1000', 'JPY', { major: 1000, minor: 0 }],
  ['1.000', 'KWD', { major: 1, minor: 0 }],
  ['1,005', 'BTC', { major: 1, minor: 5, exponent: 3 }],
  ['0.500', 'EUR', { major: 0, minor: 50 }],
])('%s %s in a field is an amount, finer than its currency only with an exponent', (decimal, currency, amount) => {
  expect(givenMoneyOfAny(decimal, currency)).toEqual({ ...amount, currency })
})

test.each([
  ['1,000', 'JPY'],
  ['10.000', 'EUR'],
  ['999,500', 'EUR'],
])('%s %s in a field is no amount, because it may be in thousands', (decimal, currency) => {
  expect(givenMoneyOfAny(decimal, currency)).toBeUndefined()
})

test.each(['', 'five', '-1', '1.', '.5', '1 000', '1e3', '1234567890123456', '0.1234567890123456'])(
  '"%s" in a field is no amount',
  (decimal) => {
    expect(givenMoneyOfAny(decimal, 'EUR')).toBeUndefined()
  },
)
