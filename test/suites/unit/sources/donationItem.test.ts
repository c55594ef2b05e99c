import { expect, test } from 'vitest'
import { amountOf, isShown, itemFromDonation } from '../../../../shared/areas/sources/donationItem.ts'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const donation = { id: '7', timestamp: '2026-03-02T11:00:00Z' }

test.each([
  ['500', 'RUB', { major: 500, minor: 0, currency: 'RUB' }],
  ['12.3', 'eur', { major: 12, minor: 30, currency: 'EUR' }],
  ['5.0000000000', 'USD', { major: 5, minor: 0, currency: 'USD' }],
  ['100', 'JPY', { major: 100, minor: 0, currency: 'JPY' }],
  ['12.345', 'EUR', undefined],
  ['-1', 'EUR', undefined],
  ['1e21', 'EUR', undefined],
  ['5', 'POINTS', undefined],
  [undefined, 'EUR', undefined],
  ['5', undefined, undefined],
])('the amount %j %j is read as %j', (amount, currency, expected) => {
  expect(amountOf({ ...donation, amount, currency })).toEqual(expected)
})

test.each([
  ['2026-03-02T11:00:00Z', '2026-03-02T11:00:00.900Z', true],
  ['2026-03-02T10:59:59Z', '2026-03-02T11:00:00.900Z', false],
  ['2026-03-01T12:00:00Z', '2026-01-01T00:00:00.000Z', true],
  ['2026-03-01T11:59:59Z', '2026-01-01T00:00:00.000Z', false],
])('a donation of %s at a link of %s, read at noon of March 2: shown is %j', (timestamp, linkedAt, expected) => {
  expect(isShown({ id: '7', timestamp }, linkedAt, now)).toBe(expected)
})

test('texts are cut where a history item ends, and absent ones are no empty texts', () => {
  const textsOf = (nickname: string, message: string) =>
    itemFromDonation('Streamlabs', { ...donation, nickname, message }, true)

  const cut = { nickname: 'n'.repeat(64), message: 'm'.repeat(1000) }
  expect(textsOf('n'.repeat(65), 'm'.repeat(1001))).toMatchObject({ ...cut, originId: '7', triggerAlert: true })
  for (const name of ['nickname', 'message']) expect(textsOf('', '')).not.toHaveProperty(name)
})
