import { expect, test } from 'vitest'
import { pastInstant } from '../../../../shared/areas/payments/paymentReport.ts'

const receivedAt = new Date('2026-03-01T18:30:00Z')

test.each([
  ['before it was received is its time', '2026-03-01T18:29:59.5Z', '2026-03-01T18:29:59.5Z'],
  ['as it was received is its time, as it was told', '2026-03-01T18:30:00Z', '2026-03-01T18:30:00Z'],
  ['in the future is not: it would stay on top of every list', '2026-03-01T18:30:00.001Z', '2026-03-01T18:30:00.000Z'],
  ['that was not told is the time at which it was received', undefined, '2026-03-01T18:30:00.000Z'],
])('the time of an event %s', (_name, told, at) => {
  expect(pastInstant(told, receivedAt)).toBe(at)
})
