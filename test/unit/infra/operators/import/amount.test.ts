import { expect, test } from 'vitest'
import { amountFrom } from '../../../../../infra/operators/import/amount.ts'

test.each([
  ['£5', 'GBP'],
  ['5 ₽', 'RUB'],
  ['₴5', 'UAH'],
  ['5₸', 'KZT'],
  ['₹ 5', 'INR'],
  ['€5', 'EUR'],
  ['5 usd', 'USD'],
  [' Eur 5 ', 'EUR'],
  ['US$5', undefined],
  ['5', undefined],
])('%s is an amount of %s', (text, currency) => {
  expect(amountFrom(text, undefined)).toEqual({ decimal: '5', currency })
})

test.each([
  ['-5', 'is negative, and no donation'],
  ['EUR -5', 'is negative, and no donation'],
  ['5-', 'is no amount'],
  ['1.2.3', 'is no amount'],
  ['5 now', 'is no amount'],
  ['1,234', 'can be read in two ways: say --decimal . or --decimal ,'],
])('%s %s', (text, reason) => {
  expect(amountFrom(text, undefined)).toBe(`"${text}" ${reason}`)
})
