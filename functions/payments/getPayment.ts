import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { getPayment } from '../../shared/payments/contract.ts'
import { type PaymentRepository, paymentRepository } from '../../shared/payments/paymentRepository.ts'

export const handle =
  (payments: Pick<PaymentRepository, 'get'>): Handle<typeof getPayment> =>
  async ({ recipientId, params }) => {
    const payment = await payments.get(recipientId, params.id)
    if (payment === undefined) throw new Problem('not_found', 'There is no such payment.')
    return payment
  }

export const handler = httpHandler(getPayment, handle(paymentRepository(documentClient, tableName('payments'))))
