import type { PlatformAccount } from '../areas/recipients/streamingPlatform.ts'
import type { Donation } from '../areas/sources/donation.ts'
import { Problem } from '../contract/problem.ts'
import type { ProviderAnswer, ProviderHttp } from '../mechanisms/outbound/http.ts'
import { utcFromDateTime } from '../runtime/time/utc.ts'

const longestText = 256

/** A number or a text as a text, because the services' own clients meet both. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A member without which nothing is known: an id, a name or a time. */
const neededText = (provider: string, value: unknown): string => {
  const text = textOf(value) ?? ''
  if (text.trim() === '' || text.length > longestText)
    throw new Problem('provider_bad_answer', `${provider} sent an answer of an unknown form.`)
  return text
}

export const accountFrom = (provider: string, id: unknown, name: unknown): PlatformAccount => ({
  id: neededText(provider, id),
  name: neededText(provider, name),
})

/**
 * A time as the services write it: RFC 3339, a date and a time without a zone, which counts as UTC, or seconds since
 * 1970.
 */
const utcFrom = (written: string): string | undefined => {
  if (/^\d{9,10}$/.test(written)) return utcFromDateTime(new Date(Number(written) * 1000).toISOString())
  const dateTime = written.replace(' ', 'T')
  return utcFromDateTime(/[Zz]$|[+-]\d\d:\d\d$/.test(dateTime) ? dateTime : `${dateTime}Z`)
}

type Reported = { readonly [Name in Exclude<keyof Donation, 'moderation'> | 'at']?: unknown }

/**
 * A reported donation, whose texts a moderator there may not have allowed: they stay out. A text or an amount in an
 * unknown form is left out, because a donation is not lost for it.
 *
 * @throws Problem `provider_bad_answer` without an id and a time
 */
export const donationFrom = (
  provider: string,
  { id, at, nickname, message, amount, currency }: Reported,
  moderation?: Donation['moderation'],
): Donation => {
  const timestamp = utcFrom(neededText(provider, at))
  if (timestamp === undefined)
    throw new Problem('provider_bad_answer', `${provider} sent a donation whose time has an unknown form.`)
  return {
    id: neededText(provider, id),
    timestamp,
    ...(moderation === undefined ? { nickname: textOf(nickname), message: textOf(message) } : { moderation }),
    amount: textOf(amount),
    currency: textOf(currency),
  }
}

/** Reads an answer for a linked account; a refused token is no passing failure. */
export const readLinked = async (
  http: ProviderHttp,
  provider: string,
  url: string,
  accessToken: string,
): Promise<ProviderAnswer> => {
  const answer = await http.read({ url, headers: { authorization: `Bearer ${accessToken}` } })
  if (answer.status === 401 || answer.status === 403)
    throw new Problem('relink_required', `${provider} refuses the token (${answer.status}); link the account again.`)
  if (answer.status !== 200) throw http.problemFrom(answer)
  return answer
}
