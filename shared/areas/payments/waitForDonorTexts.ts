import type { Item, Write } from '../../contract/write.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { update } from '../../mechanisms/store/writes.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { isUnseen } from '../history/historyWrites.ts'
import { isStillDue, type StoredPayment } from './payment.ts'
import { statusOf } from './paymentStatus.ts'

/** Milliseconds for which a payment waits for its donor's texts, and is then shown without them. */
export const longestDonorTextsWaitMs = 8000

/** Whether a completed payment still waits for its donor's texts. */
export const isAwaitingDonorTexts = (payment: StoredPayment): boolean =>
  payment.awaitsTexts === true && statusOf(payment) === 'completed'

/** Epoch milliseconds until which a payment is not shown; undefined when it does not wait, or is shown already. */
export const waitsForDonorTextsUntil = (
  { payment, item }: { readonly payment: StoredPayment; readonly item: Item | undefined },
  now: Date,
): number | undefined => {
  const isShown = payment.historyItemId !== undefined || (item !== undefined && !isUnseen(item))
  if (isShown || !isAwaitingDonorTexts(payment)) return undefined
  const until = Date.parse(payment.receivedAt) + longestDonorTextsWaitMs
  return until > now.getTime() ? until : undefined
}

/** Postpones a payment until then, or until another report of it; refused when there is one already. */
export const waitForDonorTexts = (table: string, { recipientId, id, version }: StoredPayment, until: number): Write =>
  update(
    table,
    { recipientId, id },
    {
      set: { projection: 'postponed', ...dueAttributes(id, until) },
      when: isStillDue(version),
      repeatable: true,
      refusal: conflicting,
    },
  )
