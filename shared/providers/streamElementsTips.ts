import * as z from 'zod/mini'
import type { Donation, ReadDonations } from '../areas/sources/donation.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { donationFrom, readLinked } from './serviceAnswers.ts'

const provider = 'StreamElements'

/** As many as one transaction adds with their alerts. */
const pageSize = 45

const unknown = z.optional(z.unknown())
const Tips = z.object({
  docs: z.array(
    z.object({
      _id: unknown,
      createdAt: unknown,
      status: unknown,
      deleted: unknown,
      approved: unknown,
      donation: z.object({
        user: z.optional(z.object({ username: unknown })),
        message: unknown,
        amount: unknown,
        currency: unknown,
      }),
    }),
  ),
  total: z.number(),
})

/** `pending` until a moderator of the channel has decided; without moderation it is `allowed` or absent. */
const moderationOf = (approved: unknown): Donation['moderation'] => {
  if (approved === undefined || approved === null || approved === 'allowed') return undefined
  return approved === 'rejected' ? 'rejected' : 'waiting'
}

/** Tips at StreamElements, newest first, by their number in the list. https://docs.streamelements.com */
export const streamElementsTips = (url: string): ReadDonations => {
  const http = providerHttp(provider)
  return async (token, accountId, offset = '0') => {
    const query = new URLSearchParams({ limit: String(pageSize), offset, sort: '-createdAt' })
    const address = `${url}/kappa/v2/tips/${encodeURIComponent(accountId)}?${query}`
    const { docs, total } = http.parse(await readLinked(http, provider, address, token), Tips)
    const end = Number(offset) + docs.length
    return {
      donations: docs
        .filter(({ status, deleted }) => (status === undefined || status === 'success') && !deleted)
        .map(({ _id: id, createdAt: at, approved, donation: { user, ...donation } }) =>
          donationFrom(provider, { ...donation, id, at, nickname: user?.username }, moderationOf(approved)),
        ),
      next: docs.length > 0 && end < total ? String(end) : undefined,
    }
  }
}
