import * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { parsedBody } from '../contract/violations.ts'
import { moneyFromDecimal, moneyFromUnits } from '../money/decimal.ts'
import type { Money } from '../money/money.ts'

/** An escaped surrogate, the only way in which JSON in UTF-8 can contain half a character. */
const escapedSurrogate = /\\ud[89a-f]/i

/** Replaces halves of characters, because the store accepts only whole ones. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Parses the JSON of a processor's own format, in which unread members may have any content; undefined when it is not JSON. Halves of
 * characters become U+FFFD, because a payment is not refused for them.
 */
export const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text, escapedSurrogate.test(text) ? wellFormed : undefined)
  } catch {
    return undefined
  }
}

/** A processor's message, parsed by a schema of the members that are read. */
export const parsedJson = <Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> => {
  const json = jsonFrom(text)
  if (json === undefined) throw new Problem('malformed_body', 'The body is not JSON.')
  return parsedBody(schema, json)
}

/** Parses a value of any shape by the schema; an absent or invalid value becomes `otherwise`. (`z.catch` would add 8 KB to the bundle.) */
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

/** An exact amount from a processor's own units. `pointer` is its place in the body. */
export const amountFromUnits = (units: number, exponent: number, currency: string, pointer: string): Money =>
  understood(moneyFromUnits(BigInt(units), exponent, currency.toUpperCase()), pointer)

/** An exact amount from a decimal text. */
export const amountFromDecimal = (decimal: string, currency: string, pointer: string): Money =>
  understood(moneyFromDecimal(decimal, currency), pointer)
