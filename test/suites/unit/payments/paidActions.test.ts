import { expect, test } from 'vitest'
import { assessedActions, type RegisteredAction } from '../../../../shared/areas/payments/projection/paidActions.ts'
import type { Money } from '../../../../shared/runtime/money/money.ts'

const price: Money = { major: 5, minor: 0, currency: 'EUR' }
const action = (id: string, more: Partial<RegisteredAction> = {}): RegisteredAction => ({
  id,
  name: id,
  game: '',
  category: '',
  price,
  enabled: true,
  payload: '{}',
  parameters: [],
  ...more,
})
const registered = new Map(
  [
    action('wave'),
    action('free', { price: { ...price, major: 0 } }),
    action('retired', { enabled: false }),
    action('typed', { parameters: [{ name: 'count', type: 'number' }] }),
    action('large', { payload: JSON.stringify('x'.repeat(64 * 1024)) }),
    action('dinar', { price: { major: 1, minor: 500, currency: 'KWD' } }),
    action('yen', { price: { major: 150, minor: 0, currency: 'JPY' } }),
    action('coin', { price: { major: 0, minor: 5, currency: 'USDT', exponent: 1 } }),
  ].map((each) => [each.id, each]),
)

/** Whether an action is delivered whose parameter of a type has a value. */
const isTaken = (type: string, ...value: readonly [unknown?]): boolean => {
  const parameters = value.length === 0 ? {} : { it: value[0] }
  const known = new Map([['a', action('a', { parameters: [{ name: 'it', type }] })]])
  const [only] = assessedActions(price, [{ id: '1', actionId: 'a', parameters }], known)
  return only?.undelivered === undefined
}

const judged = (amount: Money, ...bought: readonly [id: string, parameters?: object][]) =>
  assessedActions(
    amount,
    bought.map(([actionId, parameters = {}], index) => ({
      id: String(index),
      actionId,
      parameters: { ...parameters },
    })),
    registered,
  ).map(({ undelivered }) => undelivered)

test.each([
  ['nothing', 0, 'free', {}, 'amount_too_low'],
  ['a cent', 1, 'free', {}, undefined],
  ['less than the price', 499, 'wave', {}, 'amount_too_low'],
  ['the price', 500, 'wave', {}, undefined],
  ['an unknown one', 500, 'gone', {}, 'unknown_action'],
  ['a disabled one', 500, 'retired', {}, 'action_disabled'],
  ['one with a wrong parameter', 500, 'typed', { count: '1' }, 'invalid_parameters'],
  ['one that no message could hold', 500, 'large', { text: 'y'.repeat(60 * 1024) }, 'too_large'],
  ['one of another currency, regression: 0.01 RUB bought an action of 100 EUR', 500, 'coin', {}, 'other_currency'],
] as const)('%s', (_name, cents, id, parameters, reason) => {
  const amount = { major: Math.floor(cents / 100), minor: cents % 100, currency: 'EUR' }

  expect(judged(amount, [id, parameters])).toEqual([reason])
})

test.each([
  ['dinar', { major: 1, minor: 499, currency: 'KWD' }, 'amount_too_low'],
  ['dinar', { major: 1, minor: 500, currency: 'KWD' }, undefined],
  ['yen', { major: 149, minor: 0, currency: 'JPY' }, 'amount_too_low'],
  ['yen', { major: 150, minor: 0, currency: 'JPY' }, undefined],
  ['wave', { major: 1000, minor: 0, currency: 'RUB' }, 'other_currency'],
])('the price of %s is compared exactly with %j', (id, amount, reason) => {
  expect(judged(amount, [id])).toEqual([reason])
})

test('prices of three decimals are subtracted exactly', () => {
  expect(judged({ major: 3, minor: 0, currency: 'KWD' }, ['dinar'], ['dinar'])).toEqual([undefined, undefined])
  expect(judged({ major: 2, minor: 999, currency: 'KWD' }, ['dinar'], ['dinar'])).toEqual([undefined, 'amount_too_low'])
})

test('an action that is not delivered leaves its price to the next one', () => {
  expect(judged({ ...price, minor: 1 }, ['gone'], ['wave'], ['wave'], ['free'])).toEqual([
    'unknown_action',
    undefined,
    'amount_too_low',
    undefined,
  ])
})

test('amounts of a currency outside ISO 4217 count exactly, whatever their digits', () => {
  const paid = (minor: number) => ({ major: 0, minor, currency: 'USDT', exponent: 6 })

  expect([judged(paid(500_000), ['coin']), judged(paid(499_999), ['coin'])]).toEqual([[undefined], ['amount_too_low']])
})

test.each([
  ['string', ['', 'a'], [7, null, true]],
  ['number', [0, -1.5], ['1', null, true]],
  ['boolean', [true, false], ['true', 1, null]],
  [
    'color',
    ['#fff', '#FF00aa', '#ff00aa80'],
    ['', 'fff', 'x#fff', '#fffx', '#ff', '#ffff', '#fffff', '#ggg', '#gggggg', '#gggggggg', ['#fff'], 7],
  ],
  ['select', ['a', ' '], ['', 7, null]],
  ['vector', [[1, 2], null, ''], []],
  ['toString', [7], []],
])('a parameter of the type %s accepts only its values', (type, good, bad) => {
  for (const value of good) expect([type, value, isTaken(type, value)]).toEqual([type, value, true])
  for (const value of bad) expect([type, value, isTaken(type, value)]).toEqual([type, value, false])
  expect(isTaken(type)).toBe(bad.length === 0)
})

test('only own members of a purchase are its parameters', () => {
  const known = new Map([['a', action('a', { parameters: [{ name: 'toString', type: 'string' }] })]])

  expect(assessedActions(price, [{ id: '1', actionId: 'a', parameters: {} }], known)).toMatchObject([
    { undelivered: 'invalid_parameters' },
  ])
})

test('a payload and its parameters have at most 120 KiB together', () => {
  const known = new Map([['a', action('a', { payload: `"${'я'.repeat(60 * 1024 - 9)}"` })]])
  const reasonOf = (length: number) =>
    assessedActions(price, [{ id: '1', actionId: 'a', parameters: { x: 'y'.repeat(length) } }], known)[0]?.undelivered

  expect([reasonOf(8), reasonOf(9)]).toEqual([undefined, 'too_large'])
})
