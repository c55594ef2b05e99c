import { expect, test } from 'vitest'
import { isWithdrawn, statusOf } from '../../../../shared/areas/payments/paymentStatus.ts'
import { type Reversal, type Reversals, standingOf, withReversal } from '../../../../shared/areas/payments/reversals.ts'

const at = '2026-03-01T18:30:00Z'
const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })
const reversalOf =
  (kind: Reversal['kind']) =>
  (major?: number, more: Partial<Reversal> = {}): Reversal => ({
    kind,
    at,
    ...(major !== undefined && { amount: euros(major) }),
    ...more,
  })
const [refund, dispute, allRefunds] = [reversalOf('refund'), reversalOf('dispute'), reversalOf('allRefunds')]
const back = { isBack: true } as const
const later = '2026-03-01T18:30:00.5Z'

test.each<[string, Reversal[], number, string]>([
  ['nothing', [], 0, 'completed'],
  ['a whole refund', [refund()], 10, 'refunded'],
  ['a refund in part', [refund(4)], 4, 'completed'],
  ['parts that reach it', [refund(4), refund(6)], 10, 'refunded'],
  ['a refund that failed', [refund(10, back)], 0, 'completed'],
  ['one of two refunds that failed', [refund(4), refund(6, back)], 4, 'completed'],
  ['an open dispute', [dispute(10)], 10, 'disputed'],
  ['a dispute in part', [dispute(2)], 2, 'completed'],
  ['a dispute that was won', [dispute(10, back)], 0, 'completed'],
  ['one of two disputes that was won', [dispute(undefined, back), dispute()], 10, 'disputed'],
  ['a refund and a dispute of the rest', [refund(4), dispute(6)], 10, 'disputed'],
  ['a refund during a dispute', [refund(), dispute(10)], 10, 'refunded'],
  ['all refunds together', [allRefunds(4)], 4, 'completed'],
  ['all refunds together, each of them known too', [allRefunds(7), refund(3), refund(4)], 7, 'completed'],
  ['all refunds together, one of which failed then', [allRefunds(7), refund(3, back)], 4, 'completed'],
  [
    'all refunds of the whole together, of which the only one failed then',
    [allRefunds(), refund(10, back)],
    0,
    'completed',
  ],
  ['all refunds together, and a dispute that was won then', [allRefunds(7), dispute(3, back)], 7, 'completed'],
  [
    'all refunds together, reported after one had failed',
    [allRefunds(4, { at: later }), refund(3, back)],
    4,
    'completed',
  ],
  ['a refund that is newer than all together', [allRefunds(4), refund(4), refund(6)], 10, 'refunded'],
  ['a dispute in another currency', [dispute(1, { amount: { ...euros(1), currency: 'USD' } })], 10, 'disputed'],
])('%s leaves the rest and the status of a payment of 10 EUR', (_name, list, refunded, status) => {
  const standing = standingOf(euros(10), Object.fromEntries(list.entries()))

  expect(standing.refunded).toEqual(refunded === 0 ? undefined : euros(refunded))
  expect(statusOf({ completedAt: at, ...standing })).toBe(status)
  expect(isWithdrawn(standing)).toBe(status !== 'completed')
})

test('a refunded part is exact to the smallest unit of its currency', () => {
  const coins = (major: number, minor: number) => ({ major, minor, currency: 'BTC', exponent: 8 })

  expect(standingOf(euros(10), { r: refund(0, { amount: euros(0, 1) }) })).toEqual({ refunded: euros(0, 1) })
  expect(standingOf(coins(1, 5), { r: refund(0, { amount: coins(1, 4) }) })).toEqual({ refunded: coins(1, 4) })
})

test.each<[string, Reversal, Reversal, Reversal]>([
  ['a refund that failed stays failed', refund(4, back), refund(4, { at: later }), refund(4, back)],
  ['what came later counts', allRefunds(7), allRefunds(4, { at: later }), allRefunds(4, { at: later })],
  ['of one time, the larger one counts', allRefunds(4), allRefunds(7), allRefunds(7)],
])('of two reports of one reversal, in any order, %s', (_name, first, second, expected) => {
  for (const [one, other] of [[first, second] as const, [second, first] as const])
    expect(withReversal(withReversal({}, 'id', one), 'id', other)).toEqual({ id: expected })
})

test('a payment keeps a hundred reversals, and these can still change', () => {
  const full: Reversals = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`r${index}`, refund(1)]))

  expect(withReversal(full, 'more', refund(1))).toBe(full)
  expect(withReversal(full, 'r7', refund(1, back))['r7']).toEqual(refund(1, back))
})

test.each([
  ['nothing', {}, 'inited'],
  ['a failure', { failedAt: at }, 'failed'],
  ['a failure and a completion', { failedAt: at, completedAt: at }, 'completed'],
])('%s, of which nothing was taken back, has its own status', (_name, facts, status) => {
  expect(statusOf(facts)).toBe(status)
})
