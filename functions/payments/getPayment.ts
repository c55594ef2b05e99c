import { getPayment } from '../../shared/areas/payments/contract.ts'
import {
  type PaymentRepository,
  paymentRepository,
  unknownPayment,
} from '../../shared/areas/payments/paymentRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'

export const handle =
  (payments: Pick<PaymentRepository, 'find'>): Handle<typeof getPayment> =>
  async ({ recipientId, params }) => {
    const payment = await payments.find(recipientId, params.id)
    if (payment === undefined) throw unknownPayment()
    return payment
  }

export const handler = httpHandler(getPayment, handle(paymentRepository(documentClient)))
