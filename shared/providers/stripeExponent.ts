const zeroDecimal: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const threeDecimal: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * The exponent of Stripe's amounts. ISK and UGX have no decimals any more, and are still counted in hundredths.
 * https://docs.stripe.com/currencies#zero-decimal
 */
export const stripeExponent = (currency: string): number => {
  if (zeroDecimal.has(currency)) return 0
  return threeDecimal.has(currency) ? 3 : 2
}
