import { createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import { parsedBody } from '../contract/violations.ts'
import { amountFromUnits, parsedJson } from '../payments/gatewayPayload.ts'
import { detailsFromMetadata } from '../payments/keptDetails.ts'
import type { PaymentGateway, UnusedEvent } from '../payments/paymentGateway.ts'
import { type PaymentFacts, type PaymentReport, pastInstant } from '../payments/paymentReport.ts'
import { equalsInConstantTime, signatureRejected, type Webhook } from '../webhooks/webhook.ts'
import { Charge, CheckoutSession, Dispute, PaymentIntent, StripeEvent } from './stripeObjects.ts'

/** A webhook may have this age, as in Stripe's own libraries. */
const toleranceSeconds = 300
const zeroDecimal: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const threeDecimal: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * The exponent of Stripe's amounts. ISK and UGX have no decimals any more, and are still counted in hundredths.
 * https://docs.stripe.com/currencies#zero-decimal
 */
const exponentOf = (currency: string): number => {
  if (zeroDecimal.has(currency)) return 0
  return threeDecimal.has(currency) ? 3 : 2
}

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

interface Told {
  readonly payment: string
  readonly units: number
  readonly currency: string
  readonly facts: PaymentFacts
  readonly method?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Reads the payment that an event's object reports; undefined when the event has no effect here. */
type Reader = (object: unknown, at: string) => Told | undefined

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
    }
  }

const readRefund: Reader = (object, at) => {
  const { id, payment_intent, amount, amount_refunded = amount, currency, refunded } = parsedBody(Charge, object)
  // After a partial refund the rest remains donated.
  if (!(refunded ?? amount_refunded >= amount)) return undefined
  return { payment: payment_intent ?? id, units: amount, currency, facts: { refundedAt: at } }
}

const readDispute: Reader = (object) => {
  const { id, payment_intent, charge, amount, currency, status } = parsedBody(Dispute, object)
  const payment = payment_intent ?? charge
  if (payment === undefined) return undefined
  const isWon = status === 'won' || status === 'warning_closed'
  const disputes = new Set([id])
  return {
    payment,
    units: amount,
    currency,
    facts: isWon ? { disputes, disputesWon: disputes } : { disputes },
  }
}

const readers: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': sessionReader(true),
  'checkout.session.async_payment_succeeded': sessionReader(true),
  'checkout.session.async_payment_failed': sessionReader(false),
  'payment_intent.created': intentReader(() => ({})),
  'payment_intent.processing': intentReader(() => ({})),
  'payment_intent.succeeded': intentReader((at) => ({ completedAt: at })),
  'payment_intent.payment_failed': intentReader((at) => ({ failedAt: at })),
  'payment_intent.canceled': intentReader((at) => ({ failedAt: at })),
  'charge.refunded': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.closed': readDispute,
}

const reportFrom = (event: z.output<typeof StripeEvent>, receivedAt: Date): PaymentReport | UnusedEvent => {
  const { id, type, created, livemode, data } = event
  const at = pastInstant(created === undefined ? undefined : new Date(created * 1000).toISOString(), receivedAt)
  const told = Object.hasOwn(readers, type) ? readers[type]?.(data.object, at) : undefined
  if (told === undefined) return { unusedType: type }
  const { payment, units, currency, facts, method, metadata = {} } = told
  return {
    eventId: id,
    gatewayId: payment,
    system: 'Stripe',
    at,
    facts,
    details: {
      ...detailsFromMetadata(metadata, method),
      amount: amountFromUnits(units, exponentOf(currency), currency, '/data/object'),
    },
    test: !livemode,
  }
}

/**
 * Stripe. Donors' texts are in the metadata that a payment page adds to the payment or the session, or in a payment link's custom
 * fields of those names. Names of cardholders are never shown. https://docs.stripe.com/webhooks
 */
export const stripe = (): PaymentGateway => ({
  read: async (webhook, { secrets }) => {
    if (!isGenuine(webhook, secrets)) throw signatureRejected('a gateway of this recipient')
    return reportFrom(parsedJson(StripeEvent, Buffer.from(webhook.rawBody).toString()), webhook.receivedAt)
  },
})
