import type { Donation, DonationPage } from './donation.ts'
import type { DonationSource, Walk } from './donationSourceRepository.ts'

/** Pages that one run reads of a source; a longer walk goes on in the next run. */
const mostPages = 3

/** New donations, newest first, and the state of the source after they are stored. */
export interface WalkedPart {
  readonly fresh: readonly Donation[]
  /** The known donations from now on; undefined where the walk goes on. */
  readonly known?: readonly string[]
  readonly walk?: Walk
}

/**
 * Walks from the newest donation, or from the place where the run before has stopped, back to one that is known or too
 * old. Donations that come meanwhile move others to later pages, where they are met a second time and not missed; those
 * themselves are found by the next walk.
 *
 * @param page asks the service for a page
 * @param mayAsk counts a further request to the service, and says whether it may be sent in this run
 */
export const walkDonations = async (
  { known = [], since, walk }: Pick<DonationSource, 'known' | 'since' | 'walk'>,
  page: (cursor: string | undefined) => Promise<DonationPage>,
  mayAsk: () => boolean,
): Promise<WalkedPart> => {
  const [seen, first] = [new Set(known), Date.parse(since)]
  const isOld = ({ timestamp }: Donation) => Date.parse(timestamp) < first
  const fresh = new Map<string, Donation>()
  let [ahead, cursor] = [walk?.ahead, walk?.next]
  for (let count = 1; ; count++) {
    const { donations, next } = await page(cursor)
    ahead ??= donations.map(({ id }) => id)
    for (const donation of donations) if (!seen.has(donation.id) && !isOld(donation)) fresh.set(donation.id, donation)
    const isEnd = next === undefined || donations.some((donation) => seen.has(donation.id) || isOld(donation))
    if (isEnd) return { fresh: [...fresh.values()], known: ahead }
    if (count === mostPages || !mayAsk()) return { fresh: [...fresh.values()], walk: { next, ahead } }
    cursor = next
  }
}
