import * as z from 'zod/mini'
import { donationDetails, type GivenDetails } from '../areas/payments/donationDetails.ts'
import { jsonFrom, lenient, omitting } from '../areas/payments/gatewayPayload.ts'
import { ManualPayment, omittedOfAmount } from '../areas/payments/manualMessage.ts'
import type { PaymentGateway } from '../areas/payments/paymentGateway.ts'
import { type PaymentFacts, pastInstant, type ReportedReversal } from '../areas/payments/paymentReport.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes, refuseDuplicateKeys } from '../mechanisms/http/jsonBody.ts'
import { verifiedStandardWebhook } from '../mechanisms/webhooks/standardWebhooks.ts'
import { signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import type { Money } from '../runtime/money/money.ts'
import { DateTime } from '../runtime/time/dateTime.ts'

const Envelope = z.object({ type: text(1, 128), timestamp: lenient(DateTime, undefined) })

const LenientMessage = z.object({ type: z.unknown(), timestamp: z.unknown(), data: z.record(z.string(), z.unknown()) })

/** The report of a type of message: a fact, or money that was taken back. */
type Reported = keyof PaymentFacts | Pick<ReportedReversal, 'kind' | 'isBack'>

const reported: Readonly<Record<string, Reported>> = {
  'payment.completed': 'completedAt',
  'payment.failed': 'failedAt',
  'payment.refunded': { kind: 'refund' },
  'payment.refund.failed': { kind: 'refund', isBack: true },
  'payment.disputed': { kind: 'dispute' },
  'payment.dispute.won': { kind: 'dispute', isBack: true },
}

const ReversalId = lenient(text(1, 128), undefined)

type Given = GivenDetails & Readonly<Partial<Record<'test' | 'disputeId' | 'refundId' | 'amount' | 'part', unknown>>>

/** A refund or dispute. One without an id is the payment's only one; refunds of parts have their messages' ids. */
const reversalFrom = (
  reversal: Pick<ReportedReversal, 'kind' | 'isBack'>,
  { disputeId, refundId }: Given,
  part: Money | undefined,
  messageId: string,
  at: string,
): ReportedReversal => {
  const id = ReversalId.parse(reversal.kind === 'dispute' ? disputeId : refundId)
  const unnamed = reversal.kind === 'refund' && part !== undefined ? messageId : ''
  return { ...reversal, id: `${reversal.kind} ${id ?? unnamed}`, at, ...(part && { amount: part }) }
}

/**
 * The readable part of a message. Text that is not strict JSON (half a character, a number that loses digits) still
 * reports a payment: it is read leniently, without `actions`, which have to be returned unchanged.
 */
const messageFrom = (rawBody: Uint8Array): Readonly<Record<string, unknown>> => {
  try {
    return { ...objectFromBytes(rawBody) }
  } catch (error) {
    const text = Buffer.from(rawBody).toString()
    const message = z.safeParse(LenientMessage, jsonFrom(text))
    if (!message.success) throw error
    refuseDuplicateKeys(text, message.data)
    const { actions, ...data } = message.data.data
    return { ...message.data, data: { ...data, ...(actions !== undefined && { actions: 'left out' }) } }
  }
}

/** Any payment processor, through the recipient's own bridge: Standard Webhooks with the service's payload. */
export const manual = (): PaymentGateway => ({
  read: async (webhook, { secrets }) => {
    const verified = verifiedStandardWebhook(webhook, secrets)
    if (verified === undefined) throw signatureRejected('a gateway of this recipient')
    const body = messageFrom(webhook.rawBody)
    const { type, timestamp } = parsedBody(Envelope, body)
    const kind = Object.hasOwn(reported, type) ? reported[type] : undefined
    if (kind === undefined) return { unusedType: type }
    const { data } = parsedBody(ManualPayment, body)
    const at = pastInstant(timestamp, webhook.receivedAt)
    // The schema has verified that it is an object.
    const given = body['data'] as Given
    const { system = gatewaySystems.manual, ...details } = donationDetails(given)
    return {
      eventId: verified.id,
      gatewayId: data.gatewayId,
      system,
      at,
      ...(typeof kind === 'string'
        ? { facts: { [kind]: at } }
        : { facts: {}, reversal: reversalFrom(kind, given, data.part ?? undefined, verified.id, at) }),
      details: omitting(
        { ...details, amount: data.amount },
        ...omittedOfAmount(given.amount),
        ...omittedOfAmount(given.part),
      ),
      test: given.test === true,
    }
  },
})
