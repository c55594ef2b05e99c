import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { shortId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { applyOrThrow } from '../store/commit.ts'
import { update } from '../store/writes.ts'
import { type Rate, type RateKind, rates } from './limits.ts'

const rateLimited = (kind: RateKind, retryAfter: number): Problem => {
  const { limit, seconds }: Rate = rates[kind]
  return new Problem('rate_limited', `At most ${limit} ${kind} in ${seconds} seconds.`, {
    retryAfter,
  })
}

/**
 * The use of each rate by a recipient in the current window of time. Each window has an item, which expires. One write
 * of one unit suffices in any state of the window; a token bucket would need a second write for all but the first
 * request of a burst.
 */
export const rateRepository = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  const spending = (recipientId: string, kind: RateKind, cost = 1, of = ''): Write => {
    const { limit, seconds, begins = 0 }: Rate = rates[kind]
    const now = clock() / 1000
    const index = Math.floor((now - begins) / seconds)
    const endsAt = (index + 1) * seconds + begins
    return update(
      table,
      { recipientId, window: `${kind}${of}#${index}` },
      {
        set: { expiresAt: endsAt },
        add: { spent: cost },
        when: { if: 'attribute_not_exists(spent) OR spent <= :room', values: { room: limit - cost } },
        // A lost acknowledgement may count twice, which does no harm and is cheaper than a transaction.
        repeatable: true,
        refusal: () => rateLimited(kind, endsAt - now),
      },
    )
  }

  return {
    /** The write that spends a share of the rate, to be committed with other writes. */
    spending: (recipientId: string, kind: RateKind, cost?: number): Write => spending(recipientId, kind, cost),

    /** Spends one of the recipient's rate and of a visitor's share, who is named by the keyed digest of an address. */
    spendFor: (recipientId: string, visitor: string, whole: RateKind, share: RateKind): Promise<void> =>
      applyOrThrow(client)([spending(recipientId, whole), spending(recipientId, share, 1, `#${shortId(visitor)}`)]),

    /**
     * Spends a share of the rate at once.
     *
     * @throws Problem `rate_limited` when the window has none left
     */
    spend: (recipientId: string, kind: RateKind, cost?: number): Promise<void> =>
      applyOrThrow(client)([spending(recipientId, kind, cost)]),
  }
}

export type RateRepository = ReturnType<typeof rateRepository>
