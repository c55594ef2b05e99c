import { type AlertBasisReader, alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { type Addition, additionsFrom, additionWrites, fittingAdditions } from '../../shared/areas/history/additions.ts'
import { addHistoryItems } from '../../shared/areas/history/contract.ts'
import { type LeaderRepository, leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import type { Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { retryUntilStored } from '../../shared/mechanisms/store/retryUntilStored.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

type Tables = Parameters<typeof additionWrites>[0]

const referenceOf = ({ event: { id, system, originId } }: Addition) => ({ id, system, originId })

/**
 * Two round trips: the existing items and the last alert's position come first; between them one more, for the sums of
 * leaders, where these are counted. Ninety items with alerts do not fit one
 * transaction: then all but the last part are applied on their own, each all or nothing, and the answer is recorded
 * with the last part.
 */
export const handle =
  (
    basis: Pick<AlertBasisReader, 'read'>,
    leaders: Pick<LeaderRepository, 'counting'>,
    rates: Pick<RateRepository, 'spend'>,
    apply: (writes: readonly Write[]) => Promise<void>,
    tables: Tables,
    clock = systemClock,
  ): Handle<typeof addHistoryItems> =>
  ({ recipientId, body: { items } }, commit) => {
    const additions = additionsFrom(recipientId, items)
    const ids = additions.map(({ event }) => event.id)
    const applied = new Set<Addition>()

    const answerWith = (last: readonly Addition[]) => {
      const added = new Set([...applied, ...last])
      return {
        added: additions.filter((addition) => added.has(addition)).map(referenceOf),
        skipped: additions.filter((addition) => !added.has(addition)).map(referenceOf),
      }
    }

    const spent = retryUntilStored(() => rates.spend(recipientId, 'historyItems', items.length))
    return retryOnConflict(async () => {
      for (;;) {
        const [{ items: existing, ...base }] = await Promise.all([basis.read(recipientId, ids), spent])
        const missing = additions.filter(({ event }) => !existing.has(event.id))
        const part = fittingAdditions(missing, base.totals.leaders)
        const { writes: added, money } = additionWrites(tables, recipientId, part, base, new Date(clock()))
        const writes = [...added, ...(await leaders.counting(recipientId, money))]
        if (part.length === missing.length) return commit(writes, answerWith(part))
        await apply(writes)
        for (const addition of part) applied.add(addition)
      }
    })
  }

const rates = rateRepository(documentClient)

export const handler = httpHandler(
  addHistoryItems,
  handle(
    alertBasisReader(documentClient, tableNames('recipients', 'configs', 'history')),
    leaderRepository(documentClient),
    rates,
    applyOrThrow(documentClient),
    tableNames('history', 'alerts', 'deliveries', 'recipients'),
  ),
  commitTo(documentClient, { count: replayBytes(rates) }),
)
