import { expect, test } from 'vitest'
import type { PaymentFacts } from '../../../shared/payments/paymentReport.ts'
import { isWithdrawn, statusOf } from '../../../shared/payments/paymentStatus.ts'

const at = '2026-03-01T18:30:00Z'
const set = (...ids: string[]) => new Set(ids)

test.each([
  ['nothing', {}, 'inited'],
  ['a failure', { failedAt: at }, 'failed'],
  ['a completion', { completedAt: at }, 'completed'],
  ['a failure and a completion', { failedAt: at, completedAt: at }, 'completed'],
  ['a refund alone', { refundedAt: at }, 'refunded'],
  ['a refund of a completed one', { completedAt: at, refundedAt: at }, 'refunded'],
  ['an open dispute', { completedAt: at, disputes: set('a') }, 'disputed'],
  ['a won dispute', { completedAt: at, disputes: set('a'), disputesWon: set('a') }, 'completed'],
  ['one of two disputes won', { completedAt: at, disputes: set('a', 'b'), disputesWon: set('a') }, 'disputed'],
  ['both of two disputes won', { completedAt: at, disputes: set('a', 'b'), disputesWon: set('a', 'b') }, 'completed'],
  [
    'two of three disputes won',
    { completedAt: at, disputes: set('a', 'b', 'c'), disputesWon: set('a', 'c') },
    'disputed',
  ],
  ['a refund during a dispute', { completedAt: at, refundedAt: at, disputes: set('a') }, 'refunded'],
  ['a refund after a won dispute', { refundedAt: at, disputes: set('a'), disputesWon: set('a') }, 'refunded'],
] satisfies [string, PaymentFacts, string][])('%s', (_name, facts, status) => {
  expect(statusOf(facts)).toBe(status)
  expect(isWithdrawn(facts)).toBe(status === 'refunded' || status === 'disputed')
})
