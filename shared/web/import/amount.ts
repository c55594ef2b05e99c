import { isCurrency } from '../../runtime/money/currency.ts'
import type { DecimalMark } from './formats.ts'
import type { Reason } from './reason.ts'

/** Signs that one currency has; the dollar sign and the yen sign have several. */
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₽': 'RUB',
  '₴': 'UAH',
  '₸': 'KZT',
  '₹': 'INR',
}

/** A number as people write it, with a sign of currency (`$`, `US$`) or a code before or behind it. */
const shape = /^(\p{L}{0,3}\p{Sc}|\p{L}{3}|)\s*(\d[\d.,\s'’]*?)\s*(\p{L}{0,3}\p{Sc}|\p{L}{3}|)$/u

/** Digits with or without one kind of mark between groups of three. */
const numberWith = (mark: string, group: string): RegExp =>
  new RegExp(
    `^(?<whole>\\d+|[1-9]\\d{0,2}(?<group>[${group}\\s'’])\\d{3}(?:\\k<group>\\d{3})*)(?:[${mark}](?<fraction>\\d+))?$`,
  )
const numbers: Readonly<Record<DecimalMark, RegExp>> = { '.': numberWith('.', ','), ',': numberWith(',', '.') }

/** The plain decimal that a text is if `mark` is its decimal mark. */
const readAs = (text: string, mark: DecimalMark): string | undefined => {
  const { whole, fraction } = numbers[mark].exec(text)?.groups ?? {}
  if (whole === undefined) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** An amount of a file: its plain decimal, and the currency if one stands beside it. */
export interface WrittenAmount {
  readonly decimal: string
  readonly currency: string | undefined
}

/**
 * Reads an amount as a file has it: `1,234.56`, `1.234,56`, `1 234,56 ₽`, `EUR 5`.
 *
 * @param mark the decimal mark, which is needed only for ambiguous amounts: `1,234`
 * @returns the reason where it cannot be read
 */
export const amountFrom = (text: string, mark: DecimalMark | undefined): WrittenAmount | Reason => {
  const because = (name: Reason['name']): Reason => ({ name, values: { text } })
  const [, before, number, behind] = shape.exec(text.trim()) ?? []
  if (number === undefined) return because(/^\D*-/.test(text) ? 'negativeAmount' : 'noAmount')
  const readings = { '.': readAs(number, '.'), ',': readAs(number, ',') }
  const decimal = (mark && readings[mark]) ?? readings['.'] ?? readings[',']
  if (decimal === undefined) return because('noAmount')
  const isAmbiguous = mark === undefined && readings[','] !== undefined && readings[','] !== decimal
  if (isAmbiguous) return because('ambiguousAmount')
  const beside = `${before}${behind}`
  const isCode = /^\p{L}+$/u.test(beside)
  if (isCode && !isCurrency(beside.toUpperCase())) return because('noAmount')
  return { decimal, currency: isCode ? beside.toUpperCase() : signs[beside] }
}
