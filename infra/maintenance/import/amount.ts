import type { DecimalMark } from './formats.ts'

/** Signs that one currency has; the dollar sign and the yen sign have several. */
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₽': 'RUB',
  '₴': 'UAH',
  '₸': 'KZT',
  '₹': 'INR',
}

/** A number as people write it, with what stands before or behind it. */
const shape = /^([^\d\s.,+-]*)\s*(\d[\d.,\s'’]*?)\s*([^\d\s.,]*)$/u

/** The plain decimal that a text is if `mark` is its decimal mark: digits with or without one kind of mark between groups of three. */
const readAs = (text: string, mark: DecimalMark): string | undefined => {
  const group = mark === '.' ? ',' : '.'
  const [, whole, fraction] =
    new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:([${group}\\s'’])\\d{3})(?:\\2\\d{3})*)(?:\\${mark}(\\d+))?$`)
      .exec(text)
      ?.filter((_, index) => index !== 2) ?? []
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
 * @param mark the decimal mark, which is needed only for what can be read in two ways: `1,234`
 * @returns the reason where it cannot be read
 */
export const amountFrom = (text: string, mark: DecimalMark | undefined): WrittenAmount | string => {
  const [, before, number, behind] = shape.exec(text.trim()) ?? []
  if (number === undefined)
    return /^\D*-/.test(text) ? `"${text}" is negative, and no donation` : `"${text}" is no amount`
  const readings = { '.': readAs(number, '.'), ',': readAs(number, ',') }
  const decimal = (mark && readings[mark]) ?? readings['.'] ?? readings[',']
  if (decimal === undefined) return `"${text}" is no amount`
  const isAmbiguous = mark === undefined && readings[','] !== undefined && readings[','] !== decimal
  if (isAmbiguous) return `"${text}" can be read in two ways: say --decimal . or --decimal ,`
  const beside = before || behind || ''
  return { decimal, currency: signs[beside] ?? (/^[A-Za-z]{3}$/.test(beside) ? beside.toUpperCase() : undefined) }
}
