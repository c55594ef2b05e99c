import * as z from 'zod/mini'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes } from '../http/jsonBody.ts'
import { jsonFrom, lenient } from '../payments/gatewayPayload.ts'
import { type GivenDetails, keptDetails } from '../payments/keptDetails.ts'
import { ManualPayment } from '../payments/manualMessage.ts'
import type { PaymentGateway } from '../payments/paymentGateway.ts'
import { type PaymentFacts, pastInstant } from '../payments/paymentReport.ts'
import { DateTime } from '../time/dateTime.ts'
import { verifiedStandardWebhook } from '../webhooks/standardWebhooks.ts'
import { signatureRejected } from '../webhooks/webhook.ts'

const Envelope = z.object({ type: text(1, 128), timestamp: lenient(DateTime, undefined) })

const LenientMessage = z.object({ type: z.unknown(), timestamp: z.unknown(), data: z.record(z.string(), z.unknown()) })

/** The id of a dispute that the message does not name. */
const unnamedDispute = 'dispute'

/** The id of the payment's dispute that a message concerns. */
const DisputeId = lenient(text(1, 128), unnamedDispute)

/** The facts that each type of message reports. The end of a dispute may arrive before its beginning, and so reports the dispute too. */
const factOf: Readonly<Record<string, (at: string, disputes: ReadonlySet<string>) => PaymentFacts>> = {
  'payment.completed': (at) => ({ completedAt: at }),
  'payment.failed': (at) => ({ failedAt: at }),
  'payment.refunded': (at) => ({ refundedAt: at }),
  'payment.disputed': (_, disputes) => ({ disputes }),
  'payment.dispute.won': (_, disputes) => ({ disputes, disputesWon: disputes }),
}

/**
 * The readable part of a message. Text that is not strict JSON (half a character, a number that loses digits) still reports
 * a payment: it is read leniently, without `actions`, which have to be returned unchanged.
 */
const messageFrom = (rawBody: Uint8Array): Readonly<Record<string, unknown>> => {
  try {
    return { ...objectFromBytes(rawBody) }
  } catch (error) {
    const message = z.safeParse(LenientMessage, jsonFrom(Buffer.from(rawBody).toString()))
    if (!message.success) throw error
    const { actions, ...data } = message.data.data
    return { ...message.data, data: { ...data, ...(actions !== undefined && { actions: 'left out' }) } }
  }
}

/** Any payment processor, through a bridge that the recipient runs: Standard Webhooks with the service's own payload. */
export const manual = (): PaymentGateway => ({
  read: async (webhook, { secrets }) => {
    const verified = verifiedStandardWebhook(webhook, secrets)
    if (verified === undefined) throw signatureRejected('a gateway of this recipient')
    const body = messageFrom(webhook.rawBody)
    const { type, timestamp } = parsedBody(Envelope, body)
    const fact = Object.hasOwn(factOf, type) ? factOf[type] : undefined
    if (fact === undefined) return { unusedType: type }
    const { data } = parsedBody(ManualPayment, body)
    const at = pastInstant(timestamp, webhook.receivedAt)
    // The schema has verified that it is an object.
    const given = body['data'] as GivenDetails & { readonly test?: unknown; readonly disputeId?: unknown }
    const { system = 'Manual', ...details } = keptDetails(given)
    return {
      eventId: verified.id,
      gatewayId: data.gatewayId,
      system,
      at,
      facts: fact(at, new Set([DisputeId.parse(given.disputeId)])),
      details: { ...details, amount: data.amount },
      test: given.test === true,
    }
  },
})
