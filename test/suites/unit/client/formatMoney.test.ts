import { expect, test } from 'vitest'
import { formatMoney } from '../../../../shared/web/client/formatMoney.ts'

test.each([
  [{ major: 12, minor: 5, currency: 'EUR' }, '€12.05'],
  [{ major: 50, minor: 0, currency: 'EUR' }, '€50.00'],
  [{ major: 1500, minor: 0, currency: 'JPY' }, '¥1,500'],
  [{ major: 3, minor: 5, currency: 'KWD' }, 'KWD\u00a03.005'],
  [{ major: 9_007_199_254_740_991, minor: 99, currency: 'EUR' }, '€9,007,199,254,740,991.99'],
  // Engines have other digits for these two.
  [{ major: 12, minor: 50, currency: 'AFN' }, '؋12.50'],
  [{ major: 7, minor: 5, currency: 'IQD' }, 'IQD\u00a07.005'],
  [{ major: 12, minor: 5, currency: 'BTC' }, 'BTC\u00a012.05'],
  [{ major: 12, minor: 5, currency: 'USDT' }, '12.05 USDT'],
  [{ major: 1, minor: 50, currency: 'POINTS2' }, '1.50 POINTS2'],
  [{ major: 0, minor: 12_500, currency: 'BTC', exponent: 8 }, '0.000125 BTC'],
  [{ major: 1500, minor: 0, currency: 'POINTS', exponent: 0 }, '1,500 POINTS'],
])('%j is written with all of its digits, and no other', (money, text) => {
  expect(formatMoney(money, 'en-US')).toBe(text)
})

test('the locale decides how it is written, and options change that', () => {
  const money = { major: 1234, minor: 0, currency: 'EUR' }

  expect(formatMoney(money, 'de')).toBe('1.234,00\u00a0€')
  expect(formatMoney(money, 'en', { minimumFractionDigits: 0 })).toBe('€1,234')
})
