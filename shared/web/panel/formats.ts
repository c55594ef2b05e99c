import { formatMoney } from '../client/formatMoney.ts'

const locale = document.documentElement.lang

export type Money = Parameters<typeof formatMoney>[0]

export const moneyText = (money: Money | null | undefined): string => (money ? formatMoney(money, locale) : '')

export const timeText = (at: string | null | undefined): string =>
  at ? new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }) : ''

/** A text that may run in another direction than those around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Those texts that there are, in one line. */
export const line = (...texts: readonly (string | null | undefined | false)[]): string =>
  texts.flatMap((text) => (text ? isolated(text) : [])).join(' · ')
