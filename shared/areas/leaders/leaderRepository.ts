import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { put, remove } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import type { MoneyInHistory } from '../totals/totals.ts'
import { type LeaderSum, leaderChanges, leaderId, leaderProgress, leaderRank, unitsOfRank } from './leaders.ts'

/** The sums of donors: one item for each donor of a list, whose place in the list says the sum. */
export const leaderRepository = (client: DynamoDBDocumentClient, table = tableName('leaders')) => {
  const ranks = async (recipientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    // An older image, which is half as dear, refuses the write, and is read again.
    const found = await batchGet(client, { [table]: { Keys: ids.map((id) => ({ recipientId, id })) } })
    return new Map((found[table] ?? []).map(({ id, rank }) => [String(id), String(rank)]))
  }

  const change = (recipientId: string, sum: LeaderSum, before: string | undefined): Write => {
    const Key = { recipientId, id: leaderId(sum) }
    const units = sum.units + (before === undefined ? 0n : unitsOfRank(before))
    const when =
      before === undefined ? { if: 'attribute_not_exists(id)' } : { if: '#rank = :is', values: { is: before } }
    const options = { when, refusal: conflicting }
    return units > 0n
      ? put(table, { ...Key, rank: leaderRank({ ...sum, units }), nickname: sum.nickname }, options)
      : remove(table, Key, options)
  }

  return {
    /**
     * The changed sums, which belong into the transaction that changes the money; nothing is read where no leaders are
     * counted. Raises `Conflict`.
     */
    counting: async (
      recipientId: string,
      money: Pick<MoneyInHistory, 'leaders' | 'changes'> | undefined,
    ): Promise<readonly Write[]> => {
      const sums = leaderChanges(leaderProgress(money?.leaders), money?.changes ?? [])
      if (sums.length === 0) return []
      const before = await ranks(recipientId, sums.map(leaderId))
      return sums.map((sum) => change(recipientId, sum, before.get(leaderId(sum))))
    },
  }
}

export type LeaderRepository = ReturnType<typeof leaderRepository>
