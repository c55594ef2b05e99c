// The digits are written out, because V8 then skips ahead and needs a tenth of the time of [\d.]{16}. Shorter fractions
// keep their value.
const longNumber = /[\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.][\d.]/
/** An exponent of three digits at the end of a value. Ids contain texts such as `e123`, so the place matters. */
const longExponent = /\de[+-]?\d\d\d+\s*[,}\]]/i

/** A cheap test whether a JSON text may hold an inexact number. It has false positives, but no false negatives. */
export const mayLoseNumbers = (text: string): boolean => longNumber.test(text) || longExponent.test(text)

/** Whether a JSON number has decimals other than zeros: `1.5` and `15e-1`, not `1.0` nor `1.5e1`. */
const isFraction = (source: string): boolean => {
  const [mantissa = '', exponent = 0] = source.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', decimals = ''] = mantissa.split('.')
  const digits = whole + decimals
  let significant = digits.length
  while (digits[significant - 1] === '0') significant--
  return significant > 0 && significant > whole.length + Number(exponent)
}

/**
 * Whether a JavaScript number differs from its literal in a JSON text: another integer, a fraction that became an
 * integer, or infinity, which JSON writes as null. A fraction that loses its last digits is accepted, because it is a
 * float.
 */
export const isInexactNumber = (source: string): boolean => {
  const value = Number(source)
  if (!Number.isInteger(value)) return !Number.isFinite(value)
  return /[.e]/i.test(source) ? isFraction(source) : BigInt(source) !== BigInt(value)
}
