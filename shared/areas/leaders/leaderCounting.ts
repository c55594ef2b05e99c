import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { queryPage } from '../../mechanisms/store/query.ts'
import { retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { earliest, latest, startKey } from '../../mechanisms/store/timeIndex.ts'
import { historyQuery } from '../events/historyFilter.ts'
import { type Counted, moneyChanges } from '../totals/goal.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { countedAtOnce, countedTogether } from './leaderLimits.ts'
import type { LeaderKind } from './leaderPeriods.ts'
import type { LeaderRepository } from './leaderRepository.ts'
import { isCounted, leaderProgress } from './leaders.ts'

interface Ports {
  readonly client: DynamoDBDocumentClient
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly leaders: Pick<LeaderRepository, 'counting'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
}

/**
 * Counts more of a recipient's history for a kind of leaders, and says whether all is counted now. Each part is counted
 * with its progress in one transaction, which is refused when money has changed since it was read. What changes before
 * that position is counted by whoever changes it, and what comes after it by a later part.
 */
export const leaderCounting = (
  { client, totals, leaders, apply }: Ports,
  tables: Record<'history' | 'recipients', string>,
) => {
  const countNext = async (recipientId: string, kind: LeaderKind): Promise<boolean> =>
    retryOnConflict(async () => {
      const { leaders: from, moneyVersion = 0 } = await totals.read(recipientId)
      const progress = leaderProgress(from)
      if (isCounted(progress, kind)) return true
      const after = progress[kind] ?? earliest
      const { items, last } = await queryPage(client, {
        ...historyQuery(tables.history, recipientId, { systems: [], events: [] }),
        ProjectionExpression: 'id, nickname, #timestamp, amount, refunded, heldAt, anonymous, listedAt',
        ExpressionAttributeNames: { '#timestamp': 'timestamp' },
        ConsistentRead: true,
        Limit: countedTogether,
        ...(after !== earliest && { ExclusiveStartKey: startKey(recipientId, after) }),
      })
      const reached = last === undefined ? latest : String(last['listedAt'])
      const changes = items.flatMap((item) => moneyChanges(undefined, item as unknown as Counted))
      const to = JSON.stringify({ ...progress, [kind]: reached })
      await apply([
        ...totalsWrites(tables.recipients, recipientId, { leaders: { from, to, moneyVersion } }),
        ...(await leaders.counting(recipientId, { leaders: JSON.stringify({ [kind]: reached }), changes })),
      ])
      return last === undefined
    })

  return async (recipientId: string, kind: LeaderKind): Promise<boolean> => {
    let isComplete = false
    for (let counted = 0; counted < countedAtOnce && !isComplete; counted += countedTogether)
      isComplete = await countNext(recipientId, kind)
    return isComplete
  }
}

export type LeaderCounting = ReturnType<typeof leaderCounting>
