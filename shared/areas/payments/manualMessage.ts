import * as z from 'zod/mini'
import { FreeObjectAnswer, text } from '../../contract/values.ts'
import { exponentOf, isCurrency, keptCurrency } from '../../runtime/money/currency.ts'
import { moneyFromUnits } from '../../runtime/money/decimal.ts'
import { Money, usualDigits } from '../../runtime/money/money.ts'
import { DateTime } from '../../runtime/time/dateTime.ts'
import { lenient, omittedCurrency } from './gatewayPayload.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const Amount = z.object({
  major: z.int().check(z.minimum(0)),
  minor: z.int().check(z.minimum(0)),
  currency: z.string(),
  exponent: lenient(z.int().check(z.minimum(0), z.maximum(30)), undefined),
})

/** A paid amount: an ISO 4217 currency in its own units, any other with the number of digits of its `minor`. */
const PaidAmount = z.pipe(
  Amount,
  z.pipe(
    z.transform(({ major, minor, currency: name, exponent = usualDigits }: z.output<typeof Amount>): unknown => {
      const currency = keptCurrency(name)
      const whole = 10n ** BigInt(exponent)
      if (isCurrency(currency) || BigInt(minor) >= whole) return { major, minor, currency }
      return moneyFromUnits(BigInt(major) * whole + BigInt(minor), exponent, currency)
    }),
    Money,
  ),
)

const GivenAmount = z.object({ currency: z.string(), exponent: z.optional(z.unknown()) })

/** Members that a payment cannot keep: an invalid currency, an exponent that is invalid or contradicts ISO 4217. */
export const omittedOfAmount = (amount: unknown): readonly string[] => {
  const given = z.safeParse(GivenAmount, amount)
  if (!given.success) return []
  const { currency: name, exponent } = given.data
  const currency = keptCurrency(name)
  const isKept = isCurrency(currency) ? exponent === exponentOf(currency) : Number.isInteger(exponent)
  return [...omittedCurrency(name), ...(exponent === undefined || exponent === null || isKept ? [] : ['exponent'])]
}

/**
 * The members of a message of the gateway `manual` that are not guessed: the payment and its amounts. All other members
 * are read leniently.
 */
export const ManualPayment = z.object({
  data: z.object({ gatewayId: text(1, 256), amount: PaidAmount, part: optional(PaidAmount) }),
})

/** A message of the gateway `manual`, signed by Standard Webhooks, as it is documented. */
export const ManualPaymentMessage = z.object({
  type: z.enum([
    'payment.completed',
    'payment.failed',
    'payment.refunded',
    'payment.refund.failed',
    'payment.disputed',
    'payment.dispute.won',
  ]),
  timestamp: DateTime,
  data: z.object({
    gatewayId: text(1, 256),
    nickname: optional(z.string()),
    message: optional(z.string()),
    amount: Money,
    method: optional(z.string()),
    goal: optional(z.string()),
    attachments: optional(z.array(z.string())),
    actions: optional(
      z.array(z.object({ id: optional(z.string()), actionId: z.string(), parameters: optional(FreeObjectAnswer) })),
    ),
    auction: optional(z.object({ isNew: z.boolean(), item: z.string() })),
    system: optional(z.string()),
    /** What a refund or a dispute takes back; the whole amount where it is absent. */
    part: optional(Money),
    /** The id of the refund that was made or has failed; required if one of several fails. */
    refundId: optional(z.string()),
    /** The id of the dispute that was opened or won; required if the payment has several. */
    disputeId: optional(z.string()),
    test: optional(z.boolean()),
  }),
})
