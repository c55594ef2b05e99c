import * as z from 'zod/mini'
import { detailsFromMetadata } from '../areas/payments/donationDetails.ts'
import { jsonFrom, messageFrom, omittedCurrency, omitting } from '../areas/payments/gatewayPayload.ts'
import type { PaymentGateway } from '../areas/payments/paymentGateway.ts'
import {
  type PaymentFacts,
  type PaymentReport,
  pastInstant,
  type ReportedReversal,
} from '../areas/payments/paymentReport.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { text } from '../contract/values.ts'
import { type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import { signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import { comparableUnits, decimalFromMoney } from '../runtime/money/decimal.ts'
import {
  authorizationOf,
  moneyFrom,
  PaymentId,
  paymentFromAnswer,
  shopIdOf,
  type YookassaPayment,
} from './yookassaPayments.ts'

/** The only members of a notification that are read: they identify the payment. */
const Notification = z.object({
  event: text(1, 128),
  object: z.object({ id: PaymentId, payment_id: z.optional(PaymentId) }),
})

const factsOf = (payment: YookassaPayment, receivedAt: Date): PaymentFacts => {
  if (payment.status === 'canceled') return { failedAt: receivedAt.toISOString() }
  if (payment.status !== 'succeeded') return {}
  return { completedAt: pastInstant(payment.captured_at ?? payment.created_at, receivedAt) }
}

/** All refunds of a payment together: YooKassa says no more of them that can be believed. */
const reversalOf = (
  { id, refunded_amount: refunded }: YookassaPayment,
  receivedAt: Date,
): ReportedReversal | undefined => {
  if (refunded === undefined) return undefined
  const amount = moneyFrom(refunded)
  if (comparableUnits(amount) === 0n) return undefined
  return { id, kind: 'allRefunds', amount, at: receivedAt.toISOString() }
}

const reportFrom = (payment: YookassaPayment, receivedAt: Date): PaymentReport => {
  const facts = factsOf(payment, receivedAt)
  const reversal = reversalOf(payment, receivedAt)
  return {
    // The id is made of the payment that was read, because a forged notification must not make a genuine one look like
    // a repetition.
    eventId: [payment.id, payment.status, reversal?.amount ? decimalFromMoney(reversal.amount) : ''].join(' '),
    gatewayId: payment.id,
    system: gatewaySystems.yookassa,
    at: facts.completedAt ?? pastInstant(payment.created_at, receivedAt),
    facts,
    ...(reversal && { reversal }),
    details: omitting(
      {
        ...detailsFromMetadata(payment.metadata, payment.payment_method?.type),
        amount: moneyFrom(payment.amount),
        confirmation: payment.confirmation?.confirmation_url,
      },
      ...omittedCurrency(payment.amount.currency),
    ),
    test: payment.test,
  }
}

const deciding: ReadonlySet<string> = new Set(['/event', '/object', '/object/id', '/object/payment_id'])

const paymentIdIn = (rawBody: Uint8Array): { event: string; id: string } | undefined => {
  const text = Buffer.from(rawBody).toString()
  const notification = Notification.safeParse(jsonFrom(text))
  if (!notification.success) return undefined
  // Other keys are not read, and are not named either, because nobody has signed them.
  messageFrom(text, deciding)
  const { event, object } = notification.data
  return { event, id: event.startsWith('refund.') ? (object.payment_id ?? '') : object.id }
}

/**
 * YooKassa, whose notifications are not signed: a notification names a changed payment, and the payment's state is read
 * from YooKassa. https://yookassa.ru/developers/using-api/webhooks
 *
 * @param url base URL of the API, without a trailing slash
 */
export const yookassa = (url: string, http: ProviderHttp = providerHttp('YooKassa')): PaymentGateway => ({
  isAsked: true,
  refuseIncomplete: (settings, hasToken) => void shopIdOf(settings, hasToken),
  read: async ({ rawBody, receivedAt }, account) => {
    const notified = paymentIdIn(rawBody)
    if (notified === undefined) throw signatureRejected('a gateway of this recipient')
    if (!/^(?:payment|refund)\./.test(notified.event) || notified.id === '') return { unusedType: notified.event }
    const headers = { authorization: authorizationOf(account) }
    const answer = await http.read({ url: `${url}/payments/${notified.id}`, headers })
    // The shop has no such payment, or the id is none, so the notification was not sent by YooKassa.
    if (answer.status === 404 || answer.status === 400) throw signatureRejected('a gateway of this recipient')
    const payment = paymentFromAnswer(http, answer)
    if (payment.id !== notified.id) throw signatureRejected('a gateway of this recipient')
    return reportFrom(payment, receivedAt)
  },
})
