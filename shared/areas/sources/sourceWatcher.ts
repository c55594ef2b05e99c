import { type Chance, systemChance } from '../../runtime/chance.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { DonationSystem } from '../recipients/streamingPlatform.ts'
import type { DonationSource, DonationSourceStore } from './donationSourceRepository.ts'
import { type PollDonations, serviceOf } from './pollDonations.ts'
import { restingMs } from './restingMs.ts'

interface Ports {
  readonly worker: string
  readonly sources: Pick<DonationSourceStore, 'list'>
  /** Whether a stream of the recipient is known to be on, or one of its overlays is connected. */
  readonly isOnAir: (recipientId: string) => Promise<boolean>
  readonly ask: PollDonations
  readonly clock?: Clock
  readonly chance?: Chance
}

/** Sources that are asked at the same time. */
const concurrency = 20
/** With less time left, no source is begun, since the next run starts soon. */
const reserveMs = 10_000

/**
 * The most requests of a run to a service, of all recipients together. DonationAlerts takes 60 a minute of an
 * application, of which sign-ins and refreshes need some.
 */
export const mostRequests: Readonly<Partial<Record<DonationSystem, number>>> = { donationAlerts: 50 }

/** Counts the requests of a run. */
const requestBudget = () => {
  const left = new Map<string, number>(Object.entries(mostRequests))
  return (service: DonationSystem): boolean => {
    const count = left.get(service) ?? Number.POSITIVE_INFINITY
    left.set(service, count - 1)
    return count > 0
  }
}

/**
 * Asks each linked source for new donations: every minute while its recipient is on air, else every hour. Where a
 * minute or a service's budget is too short for all, each has its turn as often as the others.
 */
export const sourceWatcher = (ports: Ports) => {
  const { worker, sources, isOnAir, ask, clock = systemClock, chance = systemChance } = ports

  const isDue = async ({ recipientId, walk, askedAt, retryAt = 0 }: DonationSource): Promise<boolean> => {
    const now = clock()
    if (retryAt > now) return false
    const isResting = askedAt !== undefined && Date.parse(askedAt) + restingMs > now
    return walk !== undefined || !isResting || isOnAir(recipientId)
  }

  return async (): Promise<number> => {
    const found = await sources.list()
    const first = Math.floor(chance() * found.length)
    const mayAsk = requestBudget()
    let asked = 0
    await forEachConcurrently([...found.slice(first), ...found.slice(0, first)], concurrency, async (source) => {
      const mayAskMore = () => remainingMs() > reserveMs && mayAsk(serviceOf(source))
      try {
        if (remainingMs() > reserveMs && (await isDue(source)) && (await ask(source, mayAskMore))) asked++
      } catch (error) {
        log('ERROR', 'source', { worker, recipientId: source.recipientId, error: loggedError(error) })
      }
    })
    return asked
  }
}
