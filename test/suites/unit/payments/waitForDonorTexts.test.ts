import { expect, test } from 'vitest'
import { waitsForDonorTextsUntil } from '../../../../shared/areas/payments/waitForDonorTexts.ts'
import { paymentWith } from './projectionState.ts'

const payment = paymentWith({ awaitsTexts: true })
const end = Date.parse(payment.receivedAt) + 8000

test.each([
  ['a millisecond before eight seconds are over', end - 1, undefined, end],
  ['no longer when they are over', end, undefined, undefined],
  ['no longer once it is shown', end - 1, {}, undefined],
  ['though it was withdrawn before it was shown, and won back', end - 1, { withdrawn: 'unseen' }, end],
])('a payment waits for its texts %s', (_name, now, item, until) => {
  expect(waitsForDonorTextsUntil({ payment, item }, new Date(now))).toBe(until)
})
