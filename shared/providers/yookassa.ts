import * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { text } from '../contract/values.ts'
import { decimalFromMoney } from '../money/decimal.ts'
import type { Money } from '../money/money.ts'
import { amountFromDecimal, jsonFrom, lenient } from '../payments/gatewayPayload.ts'
import { detailsFromMetadata } from '../payments/keptDetails.ts'
import type { GatewayAccount, PaymentGateway } from '../payments/paymentGateway.ts'
import { type PaymentFacts, type PaymentReport, pastInstant } from '../payments/paymentReport.ts'
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

/** The account's HTTP Basic credentials: `settings.shopId`, and the secret key as `token`. */
const authorizationOf = ({ settings, token }: GatewayAccount): string => {
  const account = Account.safeParse(settings)
  if (!account.success || token === undefined)
    throw new Problem('provider_not_configured', 'The gateway has no settings.shopId or no token (the secret key).', {
      retryAfter,
    })
  return `Basic ${Buffer.from(`${account.data.shopId}:${token}`).toString('base64')}`
}

const moneyFrom = ({ value, currency }: z.output<typeof Amount>): Money => amountFromDecimal(value, currency, '/amount')

const isRefunded = ({ amount, refunded_amount: refunded }: YookassaPayment): boolean =>
  refunded !== undefined && decimalFromMoney(moneyFrom(refunded)) === decimalFromMoney(moneyFrom(amount))

const factsOf = (payment: YookassaPayment, receivedAt: Date): PaymentFacts => {
  const completedAt = pastInstant(payment.captured_at ?? payment.created_at, receivedAt)
  switch (payment.status) {
    case 'succeeded':
      return isRefunded(payment) ? { completedAt, refundedAt: receivedAt.toISOString() } : { completedAt }
    case 'canceled':
      return { failedAt: receivedAt.toISOString() }
    default:
      return {}
  }
}

const reportFrom = (payment: YookassaPayment, receivedAt: Date): PaymentReport => {
  const facts = factsOf(payment, receivedAt)
  return {
    // The id is made of the payment that was read, because a forged notification must not make a genuine one look like a repetition.
    eventId: [payment.id, payment.status, facts.refundedAt === undefined ? '' : 'refunded'].join(' '),
    gatewayId: payment.id,
    system: 'YooKassa',
    at: facts.completedAt ?? pastInstant(payment.created_at, receivedAt),
    facts,
    details: {
      ...detailsFromMetadata(payment.metadata, payment.payment_method?.type),
      amount: moneyFrom(payment.amount),
      confirmation: payment.confirmation?.confirmation_url,
    },
    test: payment.test,
  }
}

const paymentIdIn = (rawBody: Uint8Array): { event: string; id: string } | undefined => {
  const notification = Notification.safeParse(jsonFrom(Buffer.from(rawBody).toString()))
  if (!notification.success) return undefined
  const { event, object } = notification.data
  return { event, id: event.startsWith('refund.') ? (object.payment_id ?? '') : object.id }
}

/**
 * YooKassa, whose notifications are not signed: a notification names a changed payment, and the payment's state is read from YooKassa.
 * https://yookassa.ru/developers/using-api/webhooks
 *
 * @param url base URL of the API, without a trailing slash
 */
export const yookassa = (url: string, http: ProviderHttp = providerHttp('YooKassa')): PaymentGateway => ({
  read: async ({ rawBody, receivedAt }, account) => {
    const told = paymentIdIn(rawBody)
    if (told === undefined) throw signatureRejected('a gateway of this recipient')
    if (!/^(?:payment|refund)\./.test(told.event) || told.id === '') return { unusedType: told.event }
    const headers = { authorization: authorizationOf(account) }
    const answer = await http.read({ url: `${url}/payments/${told.id}`, headers })
    // The shop has no such payment, so the notification was not sent by YooKassa.
    if (answer.status === 404) throw signatureRejected('a gateway of this recipient')
    if (answer.status === 401)
      throw new Problem('provider_not_configured', 'YooKassa refused the credentials of this gateway.', { retryAfter })
    if (answer.status !== 200) throw http.problemFrom(answer)
    const payment = http.parse(answer, YookassaPayment)
    if (payment.id !== told.id) throw signatureRejected('a gateway of this recipient')
    return reportFrom(payment, receivedAt)
  },
})
