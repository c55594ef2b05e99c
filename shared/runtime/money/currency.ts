/**
 * ISO 4217's codes by the digits after their decimal point: payment gateways count in these units. Not from `Intl`: it
 * costs 12 ms and 5 MB of a cold start, has the smallest cash unit for some (ECMA-402), and its data change with Node.
 */
const withoutFraction = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF SLL UGX VND VUV XAF XOF XPF'
const withThreeDigits = 'BHD IQD JOD KWD LYD OMR TND'
const withTwoDigits =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUC CUP CVE CZK ' +
  'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK ' +
  'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD ' +
  'RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG XDR ' +
  'XSU YER ZAR ZMW ZWG ZWL'

const isAmong = (codes: string, currency: string): boolean => /^[A-Z]{3}$/.test(currency) && codes.includes(currency)

/** Digits after the decimal point of an ISO 4217 currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const exponentOf = (currency: string): number => {
  if (isAmong(withoutFraction, currency)) return 0
  return isAmong(withThreeDigits, currency) ? 3 : 2
}

/** Whether the text is an ISO 4217 code, in upper case. */
export const isCurrency = (value: string): boolean =>
  [withoutFraction, withTwoDigits, withThreeDigits].some((codes) => isAmong(codes, value))

/** The name of a currency as it may be given: 3 to 12 Latin letters or digits. It is kept in capitals. */
export const currencyName = /^[A-Za-z0-9]{3,12}$/

/** ISO 4217's code for no currency, in place of an invalid name. */
const noCurrency = 'XXX'
/** Digits that the fraction of an amount may have: `minor` is an integer that JavaScript holds exactly. */
export const mostDigits = 15

export const isCurrencyName = (name: string): boolean => currencyName.test(name.trim())

/** The stored currency for a gateway's name. A payment is not refused for an invalid name. */
export const keptCurrency = (name: string): string => (isCurrencyName(name) ? name.trim().toUpperCase() : noCurrency)
