import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { boundedList } from '../../mechanisms/store/boundedList.ts'
import type { Slice } from '../../mechanisms/store/slice.ts'
import { amountOfUnits, idOfRank, leaderList, unitsOfRank } from './leaders.ts'

interface ListName {
  readonly period: string
  readonly currency: string
}

/** A slice of the leaders of a list, the highest sum first. */
export const leaderPages =
  (client: DynamoDBDocumentClient, table: string) =>
  (recipientId: string, { period, currency }: ListName, slice: Slice<string>) => {
    const list = leaderList(period, currency)
    return boundedList(client, {
      input: {
        TableName: table,
        IndexName: 'bySum',
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
  }

export type LeaderPages = ReturnType<typeof leaderPages>
