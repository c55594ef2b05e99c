import * as z from 'zod/mini'
import { lenient } from '../areas/payments/gatewayPayload.ts'
import { text } from '../contract/values.ts'

/**
 * The members of Stripe's objects that are read. Metadata hold texts only. References are ids, because webhooks never
 * expand them. Members that do not identify a payment or its amount are optional, so that a genuine payment is not
 * refused without them.
 */
const Id = text(1, 255)
const Currency = text(1, 64)
const Units = z.int().check(z.nonnegative())
const metadata = lenient(z.record(z.string(), z.unknown()), {})

/** https://docs.stripe.com/api/events/object */
export const StripeEvent = z.object({
  id: Id,
  type: text(1, 128),
  created: lenient(z.int().check(z.nonnegative(), z.maximum(253_402_300_799)), undefined),
  livemode: z._default(z.boolean(), true),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** https://docs.stripe.com/api/checkout/sessions/object */
export const CheckoutSession = z.object({
  payment_intent: z.nullable(Id),
  payment_status: z._default(z.enum(['paid', 'unpaid', 'no_payment_required']), 'paid'),
  amount_total: z.nullable(Units),
  currency: z.nullable(Currency),
  metadata,
  custom_fields: lenient(
    z.array(z.object({ key: z.string(), text: z.optional(z.nullable(z.object({ value: z.nullable(z.string()) }))) })),
    [],
  ),
})

/** https://docs.stripe.com/api/payment_intents/object */
export const PaymentIntent = z.object({
  id: Id,
  amount: Units,
  amount_received: z.optional(Units),
  currency: Currency,
  payment_method_types: lenient(z.array(z.string()), []),
  metadata,
})

/** https://docs.stripe.com/api/charges/object */
export const Charge = z.object({
  id: Id,
  payment_intent: z._default(z.nullable(Id), null),
  amount: Units,
  currency: Currency,
  amount_refunded: z.optional(Units),
  refunded: z.optional(z.boolean()),
})

/** https://docs.stripe.com/api/disputes/object */
export const Dispute = z.object({
  id: Id,
  payment_intent: z._default(z.nullable(Id), null),
  charge: z._default(z.nullable(Id), null),
  amount: Units,
  currency: Currency,
  status: z.string(),
})

/** https://docs.stripe.com/api/refunds/object */
export const Refund = z.object({
  id: Id,
  payment_intent: z._default(z.nullable(Id), null),
  charge: z._default(z.nullable(Id), null),
  amount: Units,
  currency: Currency,
  status: z.nullish(z.string()),
})
