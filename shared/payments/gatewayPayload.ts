import * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { parsedBody } from '../contract/violations.ts'
import { moneyFromDecimal, moneyFromUnits } from '../money/decimal.ts'
import type { Money } from '../money/money.ts'

/** The one way in which half a character gets into JSON that was UTF-8. */
const escapedSurrogate = /\\ud[89a-f]/i

/** The store takes whole characters only. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * The JSON of a processor's own format, which may hold anything beside what is read of it; undefined when it is none. Halves of
 * characters become U+FFFD: a payment is not refused for them.
 */
export const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text, escapedSurrogate.test(text) ? wellFormed : undefined)
  } catch {
    return undefined
  }
}

/** A processor's message, by a schema of what is read of it. */
export const parsedJson = <Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> => {
  const json = jsonFrom(text)
  if (json === undefined) throw new Problem('malformed_body', 'The body is not JSON.')
  return parsedBody(schema, json)
}

/** Reads by the schema what may be of any shape: what is absent or not understood becomes `otherwise`. (`z.catch` would add 8 KB to the bundle.) */
export const lenient = <Schema extends z.ZodMiniType, Otherwise>(schema: Schema, otherwise: Otherwise) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value: unknown): z.output<Schema> | Otherwise => {
      const parsed = z.safeParse(schema, value)
      return parsed.success ? parsed.data : otherwise
    }),
  )

const understood = (money: Money | undefined, pointer: string): Money => {
  if (money !== undefined) return money
  throw new Problem('invalid_request', 'The amount of the payment is not understood.', {
    errors: [
      { in: 'body', pointer, detail: 'not an amount: negative, without a currency, or finer than its currency is' },
    ],
  })
}

/** An amount in a processor's own units, exactly. `pointer` says where in the body it stands. */
export const amountFromUnits = (units: number, exponent: number, currency: string, pointer: string): Money =>
  understood(moneyFromUnits(BigInt(units), exponent, currency.toUpperCase()), pointer)

/** An amount as a decimal text, exactly. */
export const amountFromDecimal = (decimal: string, currency: string, pointer: string): Money =>
  understood(moneyFromDecimal(decimal, currency), pointer)
