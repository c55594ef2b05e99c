import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { batchGet } from '../store/batchGet.ts'
import { boundedList } from '../store/boundedList.ts'
import { conflicting } from '../store/retryOnConflict.ts'
import type { Slice } from '../store/slice.ts'
import { type Condition, put, remove } from '../store/writes.ts'
import {
  amountOfUnits,
  idOfRank,
  type LeaderSum,
  leaderChanges,
  leaderId,
  leaderList,
  leaderMarks,
  leaderRank,
  unitsOfRank,
} from './leaders.ts'
import type { MoneyInHistory } from './totals.ts'

interface ListName {
  readonly period: string
  readonly currency: string
}

/** A donor as it is stored: the place says list and sum. */
interface StoredLeader {
  readonly id: string
  readonly rank: string
  readonly nickname: string
}

/** Leaders by recipient: one item for each donor of a list, and an index in the order of their sums. */
export const leaderRepository = (client: DynamoDBDocumentClient, table: string) => {
  const stored = async (recipientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, StoredLeader>> => {
    // An older image, which is half as dear, refuses the write, and is read again.
    const Keys = ids.map((id) => ({ recipientId, id }))
    const found = (await batchGet(client, { [table]: { Keys } }))[table] ?? []
    return new Map(found.map((item) => [String(item['id']), item as unknown as StoredLeader]))
  }

  const change = (recipientId: string, sum: LeaderSum, before: StoredLeader | undefined): Write => {
    const id = leaderId(sum)
    const units = sum.units + (before === undefined ? 0n : unitsOfRank(before.rank))
    const when: Condition =
      before === undefined
        ? { if: 'attribute_not_exists(id)' }
        : { if: '#rank = :before', values: { before: before.rank } }
    const { nickname } = sum
    return units > 0n
      ? put(table, { recipientId, id, rank: leaderRank({ ...sum, units }), nickname }, { when, refusal: conflicting })
      : remove(table, { recipientId, id }, { when, refusal: conflicting })
  }

  return {
    /**
     * The changed sums of leaders, which belong into the transaction that changes the money; nothing is read where none
     * are counted. Raises `Conflict`.
     */
    counting: async (
      recipientId: string,
      { leaders, changes }: Pick<MoneyInHistory, 'leaders' | 'changes'> = { leaders: undefined, changes: [] },
    ): Promise<readonly Write[]> => {
      const sums = leaderChanges(leaderMarks(leaders), changes)
      if (sums.length === 0) return []
      const known = await stored(recipientId, sums.map(leaderId))
      return sums.map((sum) => change(recipientId, sum, known.get(leaderId(sum))))
    },

    /** Leaders of a list, the highest sum first. */
    page: (recipientId: string, { period, currency }: ListName, slice: Slice<string>) => {
      const list = leaderList(period, currency)
      return boundedList(client, {
        input: {
          TableName: table,
          IndexName: 'byRank',
          KeyConditionExpression: 'recipientId = :recipientId AND #rank BETWEEN :first AND :last',
          ExpressionAttributeNames: { '#rank': 'rank' },
          ExpressionAttributeValues: { ':recipientId': recipientId, ':first': `${list}#`, ':last': `${list}#:` },
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        sortKey: 'rank',
        startKey: (rank: string) => ({ recipientId, id: idOfRank(rank), rank }),
        read: ({ id, rank, nickname }) => ({
          id: String(id),
          nickname: String(nickname),
          amount: amountOfUnits(unitsOfRank(String(rank)), currency),
        }),
      }).unmeasured(slice)
    },
  }
}

export type LeaderRepository = ReturnType<typeof leaderRepository>
