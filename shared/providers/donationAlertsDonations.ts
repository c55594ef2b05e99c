import * as z from 'zod/mini'
import type { ReadDonations } from '../areas/sources/donation.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { donationFrom, readLinked } from './serviceAnswers.ts'

const provider = 'DonationAlerts'

const unknown = z.optional(z.unknown())
const Donations = z.object({
  data: z.array(
    z.object({
      id: unknown,
      created_at: unknown,
      username: unknown,
      message: unknown,
      amount: unknown,
      currency: unknown,
    }),
  ),
  meta: z.object({ last_page: z.number() }),
})

/**
 * Donations at DonationAlerts, by numbered pages of 30 from the newest one on.
 * https://www.donationalerts.com/apidoc#api_v1__alerts__donations
 */
export const donationAlertsDonations = (url: string): ReadDonations => {
  const http = providerHttp(provider)
  return async (accessToken, _accountId, page = '1') => {
    const answer = await readLinked(http, provider, `${url}/api/v1/alerts/donations?page=${page}`, accessToken)
    const { data, meta } = http.parse(answer, Donations)
    return {
      donations: data.map(({ created_at: at, username: nickname, ...donation }) =>
        donationFrom(provider, { ...donation, at, nickname }),
      ),
      next: Number(page) < meta.last_page ? String(Number(page) + 1) : undefined,
    }
  }
}
