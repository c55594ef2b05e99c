import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { RecipientSegment } from '../../contract/recipientSegment.ts'
import { text } from '../../contract/values.ts'

const Header = z.optional(z.string())

/** Characters of the longest address of a credential: two UUIDs and what is between them. */
const longestAddress = 73

export const receiveWebhook = operation({
  id: 'receiveWebhook',
  area: 'payments',
  method: 'POST',
  path: '/payments/webhooks/{recipientId}/{gatewayId}',
  summary: 'Receive a webhook of a payment gateway',
  description:
    'The gateway of a credential sends its webhooks here. They are recorded even if the credential is disabled, because money was paid. Stripe, Ko-fi, YooKassa and PayPal (with `settings.clientId`) send their own formats; every other gateway, such as `manual`, sends Standard Webhooks 1.0 with `{type, timestamp, data}`, where `type` is `payment.completed`, `payment.failed`, `payment.refunded`, `payment.refund.failed`, `payment.disputed` or `payment.dispute.won` (`payment.refund.failed` and `payment.dispute.won` bring the money back), and `data` is `{gatewayId, amount, nickname?, message?, method?, goal?, attachments?, actions?, auction?, system?, part?, refundId?, disputeId?, test?}`. `part` is the amount that a refund or a dispute takes back, the whole one if absent: parts are added up by `refundId` and `disputeId` (refunds of a `part` without an id by their messages), and the payment is withdrawn when they reach its amount. Events may arrive in any order and more than once; an unknown type is acknowledged. Every genuine message with a payment and its amount is accepted: texts that are too long are cut, surplus or invalid members are left out, and `omitted` of the payment names both. A currency is 3 to 12 Latin letters or digits and is stored in capitals; one that is not in ISO 4217 has the digits of `minor` as `amount.exponent` (2 if absent). Anything else becomes `XXX`, with `currency` in `omitted`, and an `exponent` that contradicts ISO 4217 is ignored and named there. A key that occurs twice in one object is refused in Standard Webhooks; in a gateway’s own format it is refused if it decides the payment, status or amount, and else it is named in `omitted`. A test (`test: true`) is a separate payment beside a genuine one of the same `gatewayId`.',
  auth: 'none',
  params: { recipientId: RecipientSegment, gatewayId: text(1, longestAddress) },
  headers: {
    'webhook-id': Header,
    'webhook-timestamp': Header,
    'webhook-signature': Header,
    'stripe-signature': Header,
    'paypal-transmission-id': Header,
    'paypal-transmission-time': Header,
    'paypal-transmission-sig': Header,
    'paypal-cert-url': Header,
    'paypal-auth-algo': Header,
  },
  rawBody: true,
  success: {
    body: z.object({
      /** Absent when the event was about no payment. */
      paymentId: z.optional(z.string()),
    }),
  },
  problems: [
    'signature_rejected',
    'malformed_body',
    'invalid_request',
    'rate_limited',
    'provider_bad_answer',
    'provider_unavailable',
    'provider_not_configured',
    'provider_timeout',
  ],
  access: {
    gateways: ['GetItem', 'UpdateItem'],
    'key:secrets.gateways': ['Decrypt'],
    payments: ['UpdateItem'],
    rates: ['UpdateItem', 'GetItem'],
  },
  providers: ['yookassa', 'paypal'],
  asks: {
    called: 'YooKassa or PayPal, where the credential is one of it',
    secret: 'the address of the webhook',
    rates: ['gatewayQuestions', 'gatewayQuestionAddresses', 'gatewayQuestionReserve'],
  },
})
