import * as z from 'zod/mini'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes } from '../http/jsonBody.ts'
import { donorText, longestGoal, longestMessage, longestMethod, longestNickname } from '../payments/donorText.ts'
import { ManualPaymentMessage } from '../payments/manualMessage.ts'
import { keptAttachments, paidActions } from '../payments/metadata.ts'
import { type PaymentGateway, signatureRejected } from '../payments/paymentGateway.ts'
import type { PaymentFacts } from '../payments/paymentReport.ts'
import { DateTime } from '../time/dateTime.ts'
import { verifiedStandardWebhook } from './standardWebhooks.ts'

const Envelope = z.object({ type: text(1, 128), timestamp: DateTime })

/** A dispute has no id of its own here: there is one of a payment, and nothing that ends it. */
const onlyDispute = 'dispute'

/** The fact that each type of message tells. */
const factOf: Readonly<Record<string, (at: string) => PaymentFacts>> = {
  'payment.completed': (at) => ({ completedAt: at }),
  'payment.failed': (at) => ({ failedAt: at }),
  'payment.refunded': (at) => ({ refundedAt: at }),
  'payment.disputed': () => ({ disputes: new Set([onlyDispute]) }),
}

/** Any payment processor through a bridge of its own: Standard Webhooks with the service's own payload. */
export const manual = (): PaymentGateway => ({
  read: async (webhook, { secrets }) => {
    const verified = verifiedStandardWebhook(webhook, secrets)
    if (verified === undefined) throw signatureRejected()
    const body = objectFromBytes(webhook.rawBody)
    const { type, timestamp } = parsedBody(Envelope, body)
    const fact = Object.hasOwn(factOf, type) ? factOf[type] : undefined
    if (fact === undefined) return { unusedType: type }
    const { data } = parsedBody(ManualPaymentMessage, body)
    return {
      eventId: verified.id,
      gatewayId: data.gatewayId,
      system: data.system || 'Manual',
      at: timestamp,
      facts: fact(timestamp),
      details: {
        amount: data.amount,
        nickname: donorText(data.nickname, longestNickname),
        message: donorText(data.message, longestMessage),
        method: donorText(data.method, longestMethod),
        goal: donorText(data.goal, longestGoal),
        attachments: data.attachments ? keptAttachments(data.attachments) : undefined,
        actions: data.actions ? paidActions(data.actions) : undefined,
        auction: data.auction ?? undefined,
      },
      test: data.test ?? false,
    }
  },
})
