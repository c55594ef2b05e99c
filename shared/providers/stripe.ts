import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import { detailsFromMetadata, hasDetails } from '../areas/payments/donationDetails.ts'
import { amountFromUnits, messageFrom, omittedCurrency, omitting } from '../areas/payments/gatewayPayload.ts'
import type { PaymentGateway, UnusedEvent } from '../areas/payments/paymentGateway.ts'
import {
  type PaymentFacts,
  type PaymentReport,
  pastInstant,
  type ReportedReversal,
} from '../areas/payments/paymentReport.ts'
import { gatewaySystems } from '../contract/gatewaySystems.ts'
import { parsedBody } from '../contract/violations.ts'
import { equalsInConstantTime, signatureRejected, type Webhook } from '../mechanisms/webhooks/webhook.ts'
import type { Money } from '../runtime/money/money.ts'
import { textMember } from '../runtime/readMember.ts'
import type { stripeEventNames } from './stripeEventNames.ts'
import { stripeExponent } from './stripeExponent.ts'
import { Charge, CheckoutSession, Dispute, PaymentIntent, Refund, StripeEvent } from './stripeObjects.ts'

/** A webhook may have this age, as in Stripe's own libraries. */
const toleranceSeconds = 300
/** Verifies `Stripe-Signature: t=…,v1=…,v1=…`. https://docs.stripe.com/webhooks#verify-manually */
const isGenuine = ({ rawBody, headers, receivedAt }: Webhook, secrets: readonly string[]): boolean => {
  const elements = (headers['stripe-signature'] ?? '').split(',').map((element) => element.trim().split('='))
  const valuesOf = (name: string) => elements.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [timestamp = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(receivedAt.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const given = valuesOf('v1')
  return secrets
    .map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex'))
    .map((expected) => given.filter((signature) => equalsInConstantTime(signature, expected)).length > 0)
    .includes(true)
}

interface ReportedObject {
  readonly payment: string
  readonly units: number
  readonly currency: string
  readonly facts: PaymentFacts
  /** The units of its amount are those of the payment's currency; the whole payment where they are absent. */
  readonly reversal?: Omit<ReportedReversal, 'amount' | 'at'> & { readonly units?: number | undefined }
  readonly method?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly texts?: PaymentReport['texts']
}

/** Reads the payment that an event's object reports; undefined when the event has no effect here. */
type Reader = (object: unknown, at: string) => ReportedObject | undefined

const sessionReader =
  (paid: boolean): Reader =>
  (object, at) => {
    const session = parsedBody(CheckoutSession, object)
    const { payment_intent: payment, payment_status, amount_total: units, currency } = session
    // A session without an intent starts a subscription, whose invoice has a payment intent with events of its own.
    if (payment === null || units === null || currency === null || payment_status === 'no_payment_required')
      return undefined
    const completed = paid && payment_status === 'paid'
    const fields = session.custom_fields.map(({ key, text }) => [key, text?.value ?? ''] as const)
    return {
      payment,
      units,
      currency,
      facts: completed ? { completedAt: at } : paid ? {} : { failedAt: at },
      metadata: { ...Object.fromEntries(fields), ...session.metadata },
      texts: 'brought',
    }
  }

const intentReader =
  (factsAt: (at: string) => PaymentFacts): Reader =>
  (object, at) => {
    const {
      id,
      amount,
      amount_received = amount,
      currency,
      metadata,
      payment_method_types,
    } = parsedBody(PaymentIntent, object)
    const facts = factsAt(at)
    const [method, ...others] = payment_method_types
    return {
      payment: id,
      units: facts.completedAt === undefined ? amount : amount_received,
      currency,
      facts,
      method: others.length === 0 ? method : undefined,
      metadata,
      // The metadata and the custom fields of a session or a payment link are not on the intent, and Stripe sends both
      // in any order.
      ...(facts.completedAt !== undefined && !hasDetails(metadata) && { texts: 'expected' }),
    }
  }

/** Says what all refunds of a charge have taken back together. */
const readCharge: Reader = (object) => {
  const { id, payment_intent, amount, amount_refunded, currency, refunded } = parsedBody(Charge, object)
  const isWhole = refunded ?? (amount_refunded === undefined || amount_refunded >= amount)
  const units = amount_refunded ?? amount
  if (!isWhole && (units === 0 || amount_refunded === undefined)) return undefined
  const reversal = { id, kind: 'allRefunds' as const, ...(!isWhole && { units }) }
  return { payment: payment_intent ?? id, units: amount, currency, facts: {}, reversal }
}

const readRefund: Reader = (object) => {
  const { id, payment_intent, charge, amount, currency, status } = parsedBody(Refund, object)
  const payment = payment_intent ?? charge
  if (payment === null) return undefined
  const isBack = status === 'failed' || status === 'canceled'
  const reversal = { id, kind: 'refund' as const, units: amount, ...(isBack && { isBack }) }
  return { payment, units: amount, currency, facts: {}, reversal }
}

/** An inquiry moves no money, whatever comes of it: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
const isInquiry = (status: string): boolean => status.startsWith('warning_')

/** A dispute takes money until it is decided for the recipient. */
const disputeReader =
  (isReinstated = false): Reader =>
  (object) => {
    const { id, payment_intent, charge, amount, currency, status } = parsedBody(Dispute, object)
    const payment = payment_intent ?? charge
    if (payment === null || isInquiry(status)) return undefined
    const isBack = isReinstated || status === 'won' || status === 'prevented'
    const reversal = { id, kind: 'dispute' as const, units: amount, ...(isBack && { isBack }) }
    return { payment, units: amount, currency, facts: {}, reversal }
  }

const readers: Readonly<Record<(typeof stripeEventNames)[number], Reader>> = {
  'checkout.session.completed': sessionReader(true),
  'checkout.session.async_payment_succeeded': sessionReader(true),
  'checkout.session.async_payment_failed': sessionReader(false),
  'payment_intent.created': intentReader(() => ({})),
  'payment_intent.processing': intentReader(() => ({})),
  'payment_intent.succeeded': intentReader((at) => ({ completedAt: at })),
  'payment_intent.payment_failed': intentReader((at) => ({ failedAt: at })),
  'payment_intent.canceled': intentReader((at) => ({ failedAt: at })),
  'charge.refunded': readCharge,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': disputeReader(),
  'charge.dispute.updated': disputeReader(),
  'charge.dispute.closed': disputeReader(),
  'charge.dispute.funds_withdrawn': disputeReader(),
  'charge.dispute.funds_reinstated': disputeReader(true),
}

/** The members that decide which payment an event is about, what became of it, and its amount. */
const deciding: ReadonlySet<string> = new Set([
  '/id',
  '/type',
  '/livemode',
  '/data',
  '/data/object',
  ...['id', 'payment_intent', 'charge', 'currency', 'status', 'payment_status', 'refunded', 'amount', 'amount_total']
    .concat('amount_received', 'amount_refunded')
    .map((name) => `/data/object/${name}`),
])

const reversalFrom = (
  { units, ...reversal }: NonNullable<ReportedObject['reversal']>,
  at: string,
  moneyOf: (units: number) => Money,
): ReportedReversal => ({ ...reversal, at, ...(units !== undefined && { amount: moneyOf(units) }) })

const advice =
  'Stripe sends thin events, which contain no payment. Choose the payload style "Snapshot" for the destination.'

/**
 * The type of an event of the payload style "Thin", or of a ping; both lack the object that a snapshot has.
 *
 * @see https://docs.stripe.com/event-destinations
 */
const thinTypeOf = (json: unknown): string | undefined =>
  textMember(json, 'object') === 'v2.core.event' ? (textMember(json, 'type') ?? '') : undefined

const reportFrom = (
  event: z.output<typeof StripeEvent>,
  omitted: readonly string[],
  receivedAt: Date,
): PaymentReport | UnusedEvent => {
  const { id, type, created, livemode, data } = event
  const at = pastInstant(created === undefined ? undefined : new Date(created * 1000).toISOString(), receivedAt)
  const reported = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers](data.object, at) : undefined
  if (reported === undefined) return { unusedType: type }
  const { payment, units, currency, facts, reversal, method, metadata = {}, texts } = reported
  const moneyOf = (each: number) => amountFromUnits(each, stripeExponent(currency), currency, '/data/object')
  return {
    eventId: id,
    gatewayId: payment,
    system: gatewaySystems.stripe,
    at,
    facts,
    ...(reversal && { reversal: reversalFrom(reversal, at, moneyOf) }),
    ...(texts && { texts }),
    details: omitting(
      { ...detailsFromMetadata(metadata, method), amount: moneyOf(units) },
      ...omitted,
      ...omittedCurrency(currency),
    ),
    test: !livemode,
  }
}

/**
 * Stripe. Donors' texts are in the metadata that a payment page adds to the payment or the session, or in a payment
 * link's custom fields of those names. Names of cardholders are never shown. https://docs.stripe.com/webhooks
 */
export const stripe = (): PaymentGateway => ({
  read: async (webhook, { secrets }) => {
    if (!isGenuine(webhook, secrets)) throw signatureRejected('a gateway of this recipient')
    const { json, omitted } = messageFrom(Buffer.from(webhook.rawBody).toString(), deciding)
    const thinType = thinTypeOf(json)
    if (thinType !== undefined) return { unusedType: thinType, advice }
    return reportFrom(parsedBody(StripeEvent, json), omitted, webhook.receivedAt)
  },
})
