import type { Donation, DonationPage } from './donation.ts'
import type { DonationSource, Walk } from './donationSourceRepository.ts'

/** Pages that one run reads of a source; a longer walk goes on in the next run. */
const mostPages = 3

/** A donation waits so long for a moderator of its service; then its money counts without its texts. */
export const longestWaitMs = 14 * 24 * 60 * 60 * 1000

/** New donations, newest first, and the state of the source after they are stored. */
export interface WalkedPart {
  readonly fresh: readonly Donation[]
  /** The known donations from now on; undefined where the walk goes on. */
  readonly known?: readonly string[]
  /** The time of the oldest donation that waits for a moderator, once the walk has ended. */
  readonly waitingSince?: string | undefined
  readonly walk?: Walk
}

const earlier = (one: string | undefined, other: string): string =>
  one !== undefined && Date.parse(one) <= Date.parse(other) ? one : other

/** Whether some were made before an instant; without one, any. */
const isBefore = (donations: readonly Donation[], instant: number): boolean =>
  donations.some(({ timestamp }) => Date.parse(timestamp) < instant)

/**
 * Walks from the newest donation, or from the place where the run before has stopped, back to one that is known or too
 * old. Donations that come meanwhile move others to later pages, where they are met a second time and not missed; those
 * themselves are found by the next walk. One that waits for a moderator of the service is not taken, and each walk goes
 * back to the oldest of them, since a decision does not move it to the front.
 *
 * @param page asks the service for a page
 * @param mayAsk counts a further request to the service, and says whether it may be sent in this run
 */
export const walkDonations = async (
  { known = [], since, waitingSince, walk }: Pick<DonationSource, 'known' | 'since' | 'waitingSince' | 'walk'>,
  page: (cursor: string | undefined) => Promise<DonationPage>,
  mayAsk: () => boolean,
  now: number,
): Promise<WalkedPart> => {
  const [seen, first] = [new Set(known), Date.parse(since)]
  const until = waitingSince === undefined ? Number.POSITIVE_INFINITY : Date.parse(waitingSince)
  const isOld = ({ timestamp }: Donation) => Date.parse(timestamp) < first
  const isWaiting = ({ moderation, timestamp }: Donation) =>
    moderation === 'waiting' && Date.parse(timestamp) > now - longestWaitMs
  const fresh = new Map<string, Donation>()
  let [ahead, cursor, oldest] = [walk?.ahead, walk?.next, walk?.waitingSince]
  for (let count = 1; ; count++) {
    const { donations, next } = await page(cursor)
    const decided = donations.filter((donation) => !isWaiting(donation))
    ahead ??= decided.map(({ id }) => id)
    for (const donation of donations)
      if (!isOld(donation) && isWaiting(donation)) oldest = earlier(oldest, donation.timestamp)
    for (const donation of decided) if (!seen.has(donation.id) && !isOld(donation)) fresh.set(donation.id, donation)
    const isKnown = donations.some(({ id }) => seen.has(id)) && isBefore(donations, until)
    if (next === undefined || isKnown || donations.some(isOld))
      return { fresh: [...fresh.values()], known: ahead, waitingSince: oldest }
    if (count === mostPages || !mayAsk())
      return {
        fresh: [...fresh.values()],
        walk: { next, ahead, ...(oldest !== undefined && { waitingSince: oldest }) },
      }
    cursor = next
  }
}
