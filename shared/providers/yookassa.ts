import * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { text } from '../contract/values.ts'
import { comparableUnits, decimalFromMoney } from '../money/decimal.ts'
import type { Money } from '../money/money.ts'
import {
  amountFromDecimal,
  jsonFrom,
  lenient,
  messageFrom,
  omittedCurrency,
  omitting,
} from '../payments/gatewayPayload.ts'
import { detailsFromMetadata } from '../payments/keptDetails.ts'
import type { GatewayAccount, PaymentGateway } from '../payments/paymentGateway.ts'
import { type PaymentFacts, type PaymentReport, pastInstant, type ReportedReversal } from '../payments/paymentReport.ts'
import { DateTime } from '../time/dateTime.ts'
import { signatureRejected } from '../webhooks/webhook.ts'
import { type ProviderHttp, providerHttp } from './http.ts'

/** `Retry-After` in seconds for webhooks when the account's credentials are missing or refused. */
const retryAfter = 600

const PaymentId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The only members of a notification that are read: they identify the payment. */
const Notification = z.object({
  event: text(1, 128),
  object: z.object({ id: PaymentId, payment_id: z.optional(PaymentId) }),
})

const Amount = z.object({ value: z.string(), currency: z.string() })

/** https://yookassa.ru/developers/api#payment_object */
const YookassaPayment = z.object({
  id: PaymentId,
  status: z.string(),
  amount: Amount,
  created_at: lenient(DateTime, undefined),
  captured_at: lenient(DateTime, undefined),
  refunded_amount: z.optional(Amount),
  metadata: lenient(z.record(z.string(), z.unknown()), {}),
  payment_method: lenient(z.object({ type: z.string() }), undefined),
  confirmation: lenient(z.object({ confirmation_url: z.optional(text(0, 2048)) }), undefined),
  test: lenient(z.boolean(), false),
})
type YookassaPayment = z.output<typeof YookassaPayment>

const Account = z.object({ shopId: z.union([text(1, 64), z.int()]) })

const shopIdOf = (settings: GatewayAccount['settings'], hasToken: boolean): string | number => {
  const account = Account.safeParse(settings)
  if (!account.success || !hasToken)
    throw new Problem('provider_not_configured', 'The gateway has no settings.shopId or no token (the secret key).', {
      retryAfter,
    })
  return account.data.shopId
}

/** The account's HTTP Basic credentials: `settings.shopId`, and the secret key as `token`. */
const authorizationOf = ({ settings, token }: GatewayAccount): string =>
  `Basic ${Buffer.from(`${shopIdOf(settings, token !== undefined)}:${token}`).toString('base64')}`

const moneyFrom = ({ value, currency }: z.output<typeof Amount>): Money => amountFromDecimal(value, currency, '/amount')

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
    system: 'YooKassa',
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
  refuseIncomplete: (settings, hasToken) => void shopIdOf(settings, hasToken),
  read: async ({ rawBody, receivedAt }, account) => {
    const notified = paymentIdIn(rawBody)
    if (notified === undefined) throw signatureRejected('a gateway of this recipient')
    if (!/^(?:payment|refund)\./.test(notified.event) || notified.id === '') return { unusedType: notified.event }
    const headers = { authorization: authorizationOf(account) }
    const answer = await http.read({ url: `${url}/payments/${notified.id}`, headers })
    // The shop has no such payment, so the notification was not sent by YooKassa.
    if (answer.status === 404) throw signatureRejected('a gateway of this recipient')
    if (answer.status === 401)
      throw new Problem('provider_not_configured', 'YooKassa refused the credentials of this gateway.', { retryAfter })
    if (answer.status !== 200) throw http.problemFrom(answer)
    const payment = http.parse(answer, YookassaPayment)
    if (payment.id !== notified.id) throw signatureRejected('a gateway of this recipient')
    return reportFrom(payment, receivedAt)
  },
})
