import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { shortId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { update } from '../store/writes.ts'
import { type Rate, type RateKind, rates } from './limits.ts'

const rateLimited = (kind: RateKind, retryAfter: number): Problem => {
  const { limit, seconds }: Rate = rates[kind]
  return new Problem('rate_limited', `At most ${limit} ${kind} in ${seconds} seconds.`, {
    retryAfter,
  })
}

/** Rates that are spent for strangers: a recipient's whole, an address's share of it, and the reserve of newcomers. */
export interface SharedRate {
  readonly whole: RateKind
  readonly share: RateKind
  readonly reserve: RateKind
}

/** Windows that are remembered at a time as used up. */
const mostRemembered = 10_000

/**
 * The use of each rate by a recipient in the current window of time. Each window has an item, which expires. One write
 * of one unit suffices in any state of the window; a token bucket would need a second write for all but the first
 * request of a burst.
 */
export const rateRepository = (client: DynamoDBDocumentClient, table = tableName('rates'), clock = systemClock) => {
  /** Windows that are used up, in this execution environment: a flood costs one refused write for each of them. */
  const usedUp = new Set<string>()

  const windowOf = (kind: RateKind, of = '') => {
    const { seconds, begins = 0 }: Rate = rates[kind]
    const now = clock() / 1000
    const index = Math.floor((now - begins) / seconds)
    const endsAt = (index + 1) * seconds + begins
    return { window: `${kind}${of}#${index}`, endsAt, limited: () => rateLimited(kind, endsAt - now) }
  }

  const spending = (recipientId: string, kind: RateKind, cost = 1, of = ''): Write => {
    const { limit }: Rate = rates[kind]
    const { window, endsAt, limited } = windowOf(kind, of)
    return update(
      table,
      { recipientId, window },
      {
        set: { expiresAt: endsAt },
        add: { spent: cost },
        when: { if: 'attribute_not_exists(spent) OR spent <= :room', values: { room: limit - cost } },
        // A lost acknowledgement may count twice, which does no harm and is cheaper than a transaction.
        repeatable: true,
        refusal: limited,
      },
    )
  }

  const isUsedUp = (recipientId: string, kind: RateKind, of = ''): boolean =>
    usedUp.has(`${recipientId} ${windowOf(kind, of).window}`)

  const spend = async (recipientId: string, kind: RateKind, cost = 1, of = ''): Promise<void> => {
    const { window, limited } = windowOf(kind, of)
    if (isUsedUp(recipientId, kind, of)) throw limited()
    const refusals = await applyWrites(client, [spending(recipientId, kind, cost, of)])
    if (refusals.length === 0) return
    if (usedUp.size >= mostRemembered) usedUp.clear()
    // A window that has no room for several units may have room for one.
    if (cost === 1) usedUp.add(`${recipientId} ${window}`)
    throw limited()
  }

  const digestOf = (visitor: string): string => `#${shortId(visitor)}`

  const refuseUsedUp = (recipientId: string, of: string, { whole, share, reserve }: SharedRate): void => {
    if (isUsedUp(recipientId, share, of)) throw windowOf(share, of).limited()
    if (isUsedUp(recipientId, whole) && isUsedUp(recipientId, reserve)) throw windowOf(whole).limited()
  }

  return {
    /** The write that spends a share of the rate, to be committed with other writes. */
    spending: (recipientId: string, kind: RateKind, cost?: number): Write => spending(recipientId, kind, cost),

    /** Spends one of the rate of a part of the recipient's, such as an overlay. */
    spendOf: (recipientId: string, part: string, kind: RateKind): Promise<void> =>
      spend(recipientId, kind, 1, `#${part}`),

    /** Refuses what is known to be used up without a call; another execution environment may know less. */
    refuseUsedUp: (recipientId: string, visitor: string, shared: SharedRate): void =>
      refuseUsedUp(recipientId, digestOf(visitor), shared),

    /**
     * Spends one of a visitor's share and one of the recipient's whole. `visitor` is the keyed digest of an address.
     * When the whole is used up, the first request of a visitor in the window spends the reserve, so that a few
     * addresses cannot turn all others away.
     */
    spendFor: async (recipientId: string, visitor: string, shared: SharedRate): Promise<void> => {
      const { whole, share, reserve } = shared
      const of = digestOf(visitor)
      refuseUsedUp(recipientId, of, shared)
      await spend(recipientId, share, 1, of)
      try {
        await spend(recipientId, whole)
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'rate_limited')) throw error
        const spent = await getItem(client, {
          TableName: table,
          Key: { recipientId, window: windowOf(share, of).window },
        })
        if (spent?.['spent'] !== 1) throw error
        await spend(recipientId, reserve)
      }
    },

    /**
     * Spends a share of the rate at once.
     *
     * @throws Problem `rate_limited` when the window has none left
     */
    spend: (recipientId: string, kind: RateKind, cost?: number): Promise<void> => spend(recipientId, kind, cost),
  }
}

export type RateRepository = ReturnType<typeof rateRepository>
