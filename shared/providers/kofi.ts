import * as z from 'zod/mini'
import { donorText } from '../areas/events/donorText.ts'
import { donationDetails } from '../areas/payments/donationDetails.ts'
import {
  amountFromDecimal,
  jsonFrom,
  lenient,
  messageFrom,
  omittedCurrency,
  omitting,
} from '../areas/payments/gatewayPayload.ts'
import type { PaymentGateway } from '../areas/payments/paymentGateway.ts'
import { type PaymentDetails, pastInstant } from '../areas/payments/paymentReport.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { equalsInConstantTime, signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import { DateTime } from '../runtime/time/dateTime.ts'

const ShopItem = z.object({
  direct_link_code: text(1, 64),
  variation_name: lenient(text(1, 128), undefined),
  quantity: lenient(z.int().check(z.minimum(1)), 1),
})

/** The positions of an order that are kept. */
const mostItems = 20
const longestTier = 128

/** The members of a Ko-fi message that are read. Every type of message describes a payment. */
const KofiPayment = z.object({
  message_id: text(1, 255),
  timestamp: lenient(DateTime, undefined),
  type: z.unknown(),
  /** A message is shown only if the donor made it public. */
  is_public: lenient(z.boolean(), false),
  from_name: z.unknown(),
  message: z.unknown(),
  amount: z.string(),
  currency: z.string(),
  kofi_transaction_id: lenient(text(1, 255), undefined),
  is_first_subscription_payment: lenient(z.boolean(), false),
  tier_name: lenient(z.string(), undefined),
  /** Mail and shipping addresses stand beside it, and are not read. */
  shop_items: lenient(z.array(ShopItem), []),
})

/** The transaction id of all messages that Ko-fi's test button sends. */
const testTransaction = '00000000-1111-2222-3333-444444444444'

const textOf = (rawBody: Uint8Array): string => new URLSearchParams(Buffer.from(rawBody).toString()).get('data') ?? ''

const deciding: ReadonlySet<string> = new Set([
  '/verification_token',
  '/message_id',
  '/kofi_transaction_id',
  '/amount',
  '/currency',
])

/** A membership with its tier, and its month where Ko-fi says that it is the first; what was bought in the shop. */
const kindOf = (
  payment: z.output<typeof KofiPayment>,
): Pick<PaymentDetails, 'event' | 'levelName' | 'count' | 'items'> => {
  const items = payment.shop_items
    .slice(0, mostItems)
    .map(({ direct_link_code: code, variation_name: variation, quantity }) => ({
      code,
      quantity,
      ...(variation !== undefined && { variation }),
    }))
  const bought = items.length > 0 ? { items } : {}
  if (payment.type !== 'Subscription') return bought
  const first = payment.is_first_subscription_payment ? { count: 1 } : {}
  return { ...bought, ...first, event: 'subscription', levelName: donorText(payment.tier_name, longestTier) }
}

const tokenOf = (payload: unknown): string => {
  const token = z.safeParse(z.object({ verification_token: z.string() }), payload)
  return token.success ? token.data.verification_token : ''
}

/**
 * Ko-fi: a token within the message, which is a form field. It is the credential's `secret` (or `token`).
 *
 * @see https://ko-fi.com/manage/webhooks
 */
export const kofi = (): PaymentGateway => ({
  read: async ({ rawBody, receivedAt }, { secrets, token }) => {
    const text = textOf(rawBody)
    const payload = jsonFrom(text)
    const given = tokenOf(payload)
    const known = [...secrets, ...(token === undefined ? [] : [token])].filter((each) =>
      equalsInConstantTime(each, given),
    )
    if (given === '' || known.length === 0) throw signatureRejected('a gateway of this recipient')
    const { json, omitted } = messageFrom(text, deciding)
    const payment = parsedBody(KofiPayment, json)
    const { message_id: messageId, kofi_transaction_id: transactionId = messageId } = payment
    const test = transactionId === testTransaction
    const at = pastInstant(payment.timestamp, receivedAt)
    const { system: _system, ...details } = donationDetails({
      nickname: payment.from_name,
      // Ko-fi's condition for showing payments.
      message: payment.is_public ? payment.message : undefined,
      method: payment.type,
    })
    return {
      eventId: messageId,
      // All tests have the same transaction id, but different message ids.
      gatewayId: test ? messageId : transactionId,
      system: gatewaySystems.kofi,
      at,
      facts: { completedAt: at },
      details: omitting(
        { ...details, ...kindOf(payment), amount: amountFromDecimal(payment.amount, payment.currency, '/amount') },
        ...omitted,
        ...omittedCurrency(payment.currency),
      ),
      test,
    }
  },
})
