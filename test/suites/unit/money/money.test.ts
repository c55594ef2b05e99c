import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exponentOf, isCurrency, keptCurrency } from '../../../../shared/runtime/money/currency.ts'
import {
  comparableUnits,
  decimalFromMoney,
  moneyFromDecimal,
  moneyFromUnits,
} from '../../../../shared/runtime/money/decimal.ts'
import { Money, MoneyAnswer, moneyFromItem } from '../../../../shared/runtime/money/money.ts'

test.each([
  [1234n, 2, 'EUR', { major: 12, minor: 34 }],
  [0n, 2, 'EUR', { major: 0, minor: 0 }],
  [500n, 0, 'JPY', { major: 500, minor: 0 }],
  [5120n, 3, 'KWD', { major: 5, minor: 120 }],
  [500n, 2, 'ISK', { major: 5, minor: 0 }],
  [1045n, 2, 'HUF', { major: 10, minor: 45 }],
  [7n, 2, 'KWD', { major: 0, minor: 70 }],
  [12340n, 4, 'KWD', { major: 1, minor: 234 }],
  [12500n, 8, 'BTC', { major: 0, minor: 12500, exponent: 8 }],
  [10_500_000n, 6, 'USDT', { major: 10, minor: 500_000, exponent: 6 }],
  [5n * 10n ** 15n + 7n, 18, 'ETH', { major: 0, minor: 5_000_000_000_000, exponent: 15 }],
])('%s units of exponent %s in %s are an exact amount', (units, exponent, currency, amount) => {
  expect(moneyFromUnits(units, exponent, currency)).toEqual({ ...amount, currency })
})

test.each([
  ['negative', -1n, 2, 'EUR'],
  ['finer than the currency', 550n, 2, 'JPY'],
  ['beyond exact integers', 10n ** 20n, 2, 'EUR'],
])('%s is no amount', (_name, units, exponent, currency) => {
  expect(moneyFromUnits(units, exponent, currency)).toBeUndefined()
})

test('a currency is kept in capitals, and an invalid one as XXX', () => {
  const names = [' eur ', 'usdt', '1INCH', 'Tether USD', 'x'.repeat(13), '\u0415UR', '<b>', '']

  expect(names.map(keptCurrency)).toEqual(['EUR', 'USDT', '1INCH', 'XXX', 'XXX', 'XXX', 'XXX', 'XXX'])
})

test.each([
  ['3.00', 'USD', { major: 3, minor: 0 }],
  ['0.1', 'USD', { major: 0, minor: 10 }],
  ['10.05', 'RUB', { major: 10, minor: 5 }],
  ['100', 'JPY', { major: 100, minor: 0 }],
  ['100.00', 'JPY', { major: 100, minor: 0 }],
  ['1.2345', 'KWD', undefined],
  ['1.234', 'KWD', { major: 1, minor: 234 }],
  ['9007199254740991.99', 'USD', { major: 9_007_199_254_740_991, minor: 99 }],
])('the decimal %s in %s is an exact amount', (decimal, currency, amount) => {
  expect(moneyFromDecimal(decimal, currency)).toEqual(amount && { ...amount, currency })
})

test.each(['', '.5', '5.', '-1.00', '+1', '1,00', '1e3', '0x10', ' 1', '1.00\n', 'NaN', '٣'])(
  'the decimal %j is no amount',
  (text) => {
    expect(moneyFromDecimal(text, 'EUR')).toBeUndefined()
  },
)

test('a decimal that was read is written again', () => {
  for (const [decimal, currency] of [
    ['12.34', 'EUR'],
    ['500', 'JPY'],
    ['5.120', 'KWD'],
    ['10.45', 'HUF'],
  ] as const) {
    const money = moneyFromDecimal(decimal, currency)
    expect(money && decimalFromMoney(money)).toBe(decimal)
  }
})

/** Currencies for which Intl has the smallest cash unit instead of ISO 4217's decimals. */
const cashCurrencies = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER'.split(' '))

const digitsOfIntl = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

test('every currency that Intl knows is known, and no other', () => {
  const ofIntl = new Set(Intl.supportedValuesOf('currency'))
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const everyCode = letters.flatMap((first) =>
    letters.flatMap((second) => letters.map((third) => first + second + third)),
  )

  expect(everyCode.filter(isCurrency)).toEqual(everyCode.filter((code) => ofIntl.has(code)))
})

test('exponents are those of Intl, and those of ISO 4217 where Intl has those of cash', () => {
  const others = Intl.supportedValuesOf('currency').filter((currency) => !cashCurrencies.has(currency))

  expect(others.map((currency) => [currency, exponentOf(currency)])).toEqual(
    others.map((currency) => [currency, digitsOfIntl(currency)]),
  )
  expect([...cashCurrencies].map(exponentOf)).toEqual([...cashCurrencies].map((code) => (code === 'IQD' ? 3 : 2)))
  expect(exponentOf('BTC')).toBe(2)
  expect(Money.safeParse({ major: 10, minor: 45, currency: 'HUF' }).success).toBe(true)
})

test.each([
  [{ major: 0, minor: 99, currency: 'EUR' }, []],
  [{ major: 0, minor: 999, currency: 'KWD' }, []],
  [{ major: 100, minor: 0, currency: 'JPY' }, []],
  [{ major: 0, minor: 12500, currency: 'BTC', exponent: 8 }, []],
  [{ major: 0, minor: 100, currency: 'USDT', exponent: 2 }, [['minor', 'Too big: expected minor below 100 for USDT']]],
  [{ major: 0, minor: 0, currency: 'EUR', exponent: 2 }, []],
  [{ major: 0, minor: 0, currency: 'EUR', exponent: 8 }, [['exponent', 'Invalid exponent: EUR has 2 digits']]],
  [{ major: 0, minor: 100, currency: 'EUR' }, [['minor', 'Too big: expected minor below 100 for EUR']]],
  [{ major: 0, minor: 1, currency: 'JPY' }, [['minor', 'Too big: expected minor below 1 for JPY']]],
  [{ major: 0, minor: 100, currency: 'btc' }, [['minor', 'Too big: expected minor below 100 for BTC']]],
])('the amount %j of a request has the violations %j', (amount, violations) => {
  const issues = Money.safeParse(amount).error?.issues ?? []

  expect(issues.map(({ path, message }) => [path.join('/'), message])).toEqual(violations)
  expect(issues.filter(({ code }) => code !== 'custom')).toEqual([])
})

test.each(['EU', 'x'.repeat(13), '\u0415UR', '<b>', ' EUR', ''])(
  'of an amount of a request, %j is no currency',
  (currency) => {
    const issues = Money.safeParse({ major: 1, minor: 0, currency }).error?.issues ?? []

    expect(issues.map(({ path }) => path.join('/'))).toEqual(['currency'])
  },
)

test('an amount of a request is kept with the digits of its currency, in capitals', () => {
  const kept = [{ currency: 'eur', exponent: 2 }, { currency: 'usdt' }, { currency: 'BTC', exponent: 8 }].map((given) =>
    Money.parse({ major: 1, minor: 5, ...given }),
  )

  expect(kept).toEqual([
    { major: 1, minor: 5, currency: 'EUR' },
    { major: 1, minor: 5, currency: 'USDT', exponent: 2 },
    { major: 1, minor: 5, currency: 'BTC', exponent: 8 },
  ])
})

test('an amount of a request has no negative parts', () => {
  const issues = Money.safeParse({ major: -1, minor: -1, currency: 'EUR' }).error?.issues ?? []

  expect(issues.map(({ path }) => path.join('/'))).toEqual(['major', 'minor'])
})

test('an amount of an answer has all of its parts', () => {
  expect(MoneyAnswer.safeParse({ major: 1, minor: 5, currency: 'EUR' }).success).toBe(true)
  for (const missing of [
    { major: 1, minor: 5 },
    { major: 1, currency: 'EUR' },
    { minor: 5, currency: 'EUR' },
  ])
    expect(MoneyAnswer.safeParse(missing).success).toBe(false)
})

test.each([
  [{ major: 10, minor: 5, currency: 'EUR' }, '10.05'],
  [{ major: 0, minor: 0, currency: 'USD' }, '0.00'],
  [{ major: 9007199254740991, minor: 99, currency: 'EUR' }, '9007199254740991.99'],
  [{ major: 0, minor: 70, currency: 'KWD' }, '0.070'],
  [{ major: 100, minor: 0, currency: 'JPY' }, '100'],
  [{ major: 0, minor: 12500, currency: 'BTC', exponent: 8 }, '0.00012500'],
  [{ major: 7, minor: 0, currency: 'USDT', exponent: 0 }, '7'],
])('%j is written as %s', (amount, decimal) => {
  expect(decimalFromMoney(amount)).toBe(decimal)
})

test('amounts of requests and of answers have names of their own in the OpenAPI document', () => {
  expect([Money, MoneyAnswer].map((schema) => z.globalRegistry.get(schema)?.id)).toEqual(['MoneyInput', 'Money'])
})

test('amounts of one currency compare by their worth, whatever their digits', () => {
  const btc = (major: number, minor: number, exponent: number) => ({ major, minor, currency: 'BTC', exponent })

  expect(comparableUnits({ major: 10, minor: 5, currency: 'EUR' })).toBe(10_050_000_000_000_000n)
  expect(comparableUnits({ major: 0, minor: 70, currency: 'KWD' })).toBe(70_000_000_000_000n)
  expect(comparableUnits(btc(1, 5, 1))).toBe(comparableUnits(btc(1, 50_000, 5)))
})

test.each([
  [{ currency: 'BTC', exponent: 8, minor: 1, major: 2 }, '{"major":2,"minor":1,"currency":"BTC","exponent":8}'],
  [{ currency: 'POINTS', exponent: 0, minor: 0, major: 2 }, '{"major":2,"minor":0,"currency":"POINTS","exponent":0}'],
  [{ currency: 'JPY', minor: 0, major: 2 }, '{"major":2,"minor":0,"currency":"JPY"}'],
])(
  'the stored amount %j is answered with its members in one order, and with digits where it has them',
  (stored, text) => {
    expect(JSON.stringify(moneyFromItem(stored))).toBe(text)
  },
)
