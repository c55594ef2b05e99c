import type { Write } from '../../contract/write.ts'
import { checkCredential, paymentId } from './payment.ts'
import type { PaymentReport } from './paymentReport.ts'
import { reportWrite } from './reportWrite.ts'

/** A check of the overlays: the write that a webhook of a test payment makes, and the payment's id. */
export const overlayCheck = (
  table: string,
  recipientId: string,
  gatewayId: string,
  now: Date,
): { readonly paymentId: string; readonly write: Write } => {
  const at = now.toISOString()
  const report: PaymentReport = {
    eventId: gatewayId,
    gatewayId,
    system: 'Manual',
    at,
    facts: { completedAt: at },
    details: { amount: { major: 0, minor: 0, currency: 'EUR' } },
    test: true,
  }
  const source = { gateway: 'manual', gatewayCredentialId: checkCredential, receivedAt: at }
  return {
    paymentId: paymentId(recipientId, checkCredential, report),
    write: reportWrite(table, recipientId, source, report),
  }
}
