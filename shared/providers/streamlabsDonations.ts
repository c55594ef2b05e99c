import * as z from 'zod/mini'
import type { ReadDonations } from '../areas/sources/donation.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { donationFrom, readLinked } from './serviceAnswers.ts'

const provider = 'Streamlabs'

/** As many as one transaction adds with their alerts. */
const pageSize = 45

const unknown = z.optional(z.unknown())
const Donations = z.object({
  data: z.array(
    z.object({
      donation_id: unknown,
      created_at: unknown,
      name: unknown,
      message: unknown,
      amount: unknown,
      currency: unknown,
    }),
  ),
})

/**
 * Donations at Streamlabs, newest first; the page after a donation is asked for by the id of that one.
 * https://dev.streamlabs.com/docs/pagination
 */
export const streamlabsDonations = (url: string): ReadDonations => {
  const http = providerHttp(provider)
  return async (accessToken, _accountId, before) => {
    const query = new URLSearchParams({ limit: String(pageSize), ...(before !== undefined && { before }) })
    const answer = await readLinked(http, provider, `${url}/api/v2.0/donations?${query}`, accessToken)
    const donations = http
      .parse(answer, Donations)
      .data.map(({ donation_id: id, created_at: at, name: nickname, ...donation }) =>
        donationFrom(provider, { ...donation, id, at, nickname }),
      )
    return { donations, next: donations.length < pageSize ? undefined : donations.at(-1)?.id }
  }
}
