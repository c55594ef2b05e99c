import * as z from 'zod/mini'
import { Problem, pointerFromPath } from '../../contract/problem.ts'
import { duplicateKeys } from '../../mechanisms/http/duplicateKeys.ts'
import { isCurrencyName, keptCurrency } from '../../runtime/money/currency.ts'
import { moneyFromDecimal, moneyFromUnits } from '../../runtime/money/decimal.ts'
import type { Money } from '../../runtime/money/money.ts'

/** An escaped surrogate, the only way in which JSON in UTF-8 can contain half a character. */
const escapedSurrogate = /\\ud[89a-f]/i

/** Replaces halves of characters, because the store accepts only whole ones. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Parses the JSON of a processor's own format, in which unread members may have any content; undefined when it is not
 * JSON. Halves of characters become U+FFFD, because a payment is not refused for them.
 */
export const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text, escapedSurrogate.test(text) ? wellFormed : undefined)
  } catch {
    return undefined
  }
}

/** The names of members that are left out of a message: few, and short enough to be kept with the payment. */
const mostNames = 20
const longestName = 64

/**
 * The JSON of a processor's own message, and the names of keys that stand twice in it. `deciding` are the pointers of
 * keys that decide about the payment, its status or its amount: these are refused if they stand twice.
 */
export const messageFrom = (
  text: string,
  deciding: ReadonlySet<string>,
): { readonly json: unknown; readonly omitted: readonly string[] } => {
  const json = jsonFrom(text)
  if (json === undefined) throw new Problem('malformed_body', 'The body is not JSON.')
  const names = new Set<string>()
  for (const path of duplicateKeys(text, json)) {
    const pointer = pointerFromPath(path)
    if (deciding.has(pointer))
      throw new Problem('malformed_body', 'The body has a duplicate key.', {
        errors: [{ in: 'body', pointer, code: 'duplicate', detail: 'duplicate key' }],
      })
    if (names.size < mostNames) names.add(String(path.at(-1)).toWellFormed().slice(0, longestName).toWellFormed())
  }
  return { json, omitted: [...names] }
}

/** Details with more names of members that were cut or left out. */
export const omitting = <Details extends { readonly omitted?: readonly string[] | undefined }>(
  details: Details,
  ...more: readonly string[]
): Details => {
  const omitted = [...new Set([...(details.omitted ?? []), ...more])]
  return omitted.length === 0 ? details : { ...details, omitted }
}

/** The name of a currency's member, where a payment cannot keep the currency that it came with. */
export const omittedCurrency = (currency: string): readonly string[] => (isCurrencyName(currency) ? [] : ['currency'])

/**
 * Parses a value of any shape by the schema; an absent or invalid value becomes `otherwise`. (`z.catch` would add 8 KB
 * to the bundle.)
 */
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
  throw new Problem('invalid_request', 'The webhook has no valid amount.', {
    errors: [
      {
        in: 'body',
        pointer,
        code: 'format',
        detail: 'not an amount: negative, or with more decimals than its currency',
      },
    ],
  })
}

/** An exact amount from a processor's own units. `pointer` is its place in the body. */
export const amountFromUnits = (units: number, exponent: number, currency: string, pointer: string): Money =>
  understood(moneyFromUnits(BigInt(units), exponent, keptCurrency(currency)), pointer)

export const amountFromDecimal = (decimal: string, currency: string, pointer: string): Money =>
  understood(moneyFromDecimal(decimal, keptCurrency(currency)), pointer)
