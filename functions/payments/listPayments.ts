import { listPayments } from '../../shared/areas/payments/contract.ts'
import type { Payment } from '../../shared/areas/payments/payment.ts'
import { type PaymentRepository, paymentRepository } from '../../shared/areas/payments/paymentRepository.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

const newestFirst = { property: 'timestamp', ascending: false }

export const handle =
  (
    payments: Pick<PaymentRepository, 'findAll' | 'findMatching'>,
    totals: Pick<TotalsRepository, 'read'>,
    cursorKey: CursorKey,
  ): Handle<typeof listPayments> =>
  ({ recipientId, member, query }) => {
    const { status, test = false } = query
    return answerPage<Payment, string>({
      recipientId,
      member,
      operation: listPayments,
      query,
      sortable: [newestFirst.property],
      byDefault: newestFirst,
      cursorKey,
      find: (slice, [{ ascending }]) =>
        status === undefined && !test
          ? payments.findAll(recipientId, totals, ascending, slice)
          : payments.findMatching(recipientId, { status, test }, ascending, slice),
    })
  }

export const handler = httpHandler(
  listPayments,
  handle(paymentRepository(documentClient), totalsRepository(documentClient), cursorKeyFrom(kmsClient)),
)
