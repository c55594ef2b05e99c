import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { getPayment } from '../../shared/payments/contract.ts'
import { type PaymentRepository, paymentRepository, unknownPayment } from '../../shared/payments/paymentRepository.ts'

export const handle =
  (payments: Pick<PaymentRepository, 'find'>): Handle<typeof getPayment> =>
  async ({ recipientId, params }) => {
    const payment = await payments.find(recipientId, params.id)
    if (payment === undefined) throw unknownPayment()
    return payment
  }

export const handler = httpHandler(getPayment, handle(paymentRepository(documentClient, tableName('payments'))))
