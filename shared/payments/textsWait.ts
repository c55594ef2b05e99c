import type { Item, Write } from '../contract/write.ts'
import { isUnseen } from '../history/historyWrites.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { dueAttributes } from '../time/due.ts'
import type { StoredPayment } from './payment.ts'
import { statusOf } from './paymentStatus.ts'

/** Milliseconds for which a payment waits for the event that is to bring its donor's texts, and is then shown without them. */
const longestWaitMs = 8000

/** Whether a completed payment still waits for its donor's texts. */
export const isAwaitingTexts = (payment: StoredPayment): boolean =>
  payment.awaitsTexts === true && statusOf(payment) === 'completed'

/** The time until which a payment is not shown, in epoch milliseconds; undefined when it does not wait, or is shown already. */
export const waitsUntil = (
  { payment, item }: { readonly payment: StoredPayment; readonly item: Item | undefined },
  now: Date,
): number | undefined => {
  const isShown = payment.historyItemId !== undefined || (item !== undefined && !isUnseen(item))
  if (isShown || !isAwaitingTexts(payment)) return undefined
  const until = Date.parse(payment.receivedAt) + longestWaitMs
  return until > now.getTime() ? until : undefined
}

/** Leaves a payment alone until then, or until another report of it; refused when there is one already. */
export const waitWrite = (table: string, { recipientId, id, version }: StoredPayment, until: number): Write => {
  const { dueAt, dueShard } = dueAttributes(id, until)
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: 'SET #projection = :postponed, dueAt = :dueAt, dueShard = :dueShard',
        ConditionExpression: 'version = :version AND #projection <> :done',
        ExpressionAttributeNames: { '#projection': 'projection' },
        ExpressionAttributeValues: {
          ':postponed': 'postponed',
          ':dueAt': dueAt,
          ':dueShard': dueShard,
          ':version': version,
          ':done': 'done',
        },
      },
    },
    repeatable: true,
    refusal: (found) => new Conflict(found),
  }
}
