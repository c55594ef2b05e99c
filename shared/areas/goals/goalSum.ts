import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Item } from '../../contract/write.ts'
import { queryPage } from '../../mechanisms/store/query.ts'
import { tableName } from '../../runtime/env.ts'
import { historyQuery } from '../events/historyFilter.ts'
import { type Counted, moneyChanges } from '../totals/goal.ts'
import { mostCounted } from './goalLimits.ts'

const tooMany = (): Problem =>
  new Problem(
    'limit_reached',
    `At most ${mostCounted} history items are counted: give a later since, and the sum before it as start.`,
    {
      errors: [
        {
          in: 'body',
          pointer: '/since',
          code: 'too_many',
          maximum: mostCounted,
          detail: `more than ${mostCounted} history items since then`,
        },
      ],
    },
  )

/** The sum of a recipient's listed history items of a currency from an instant on, in smallest units. */
export const goalSum =
  (client: DynamoDBDocumentClient, table = tableName('history')) =>
  async (recipientId: string, currency: string, since: string): Promise<bigint> => {
    const query = historyQuery(table, recipientId, { systems: [], events: [], after: since })
    let [sum, count] = [0n, 0]
    let start: Item | undefined
    do {
      const { items, last } = await queryPage(client, {
        ...query,
        ProjectionExpression: '#timestamp, amount, refunded',
        ExpressionAttributeNames: { '#timestamp': 'timestamp' },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      })
      for (const change of items.flatMap((item) => moneyChanges(undefined, item as unknown as Counted)))
        if (change.currency === currency) sum += change.units
      count += items.length
      start = last
      if (count > mostCounted) throw tooMany()
    } while (start !== undefined)
    return sum
  }

export type GoalSum = ReturnType<typeof goalSum>
