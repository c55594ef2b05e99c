import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import { earliest, latest, timeIndex, timeList } from '../../mechanisms/store/timeIndex.ts'
import { tableName } from '../../runtime/env.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { type Payment, paymentFromItem, testKey } from './payment.ts'
import type { PaymentStatus } from './paymentStatus.ts'

const notWithdrawn = 'attribute_not_exists(withdrawn)'

/** `statusOf` as conditions on a stored payment; `:status` is the status. */
const statusConditions: Readonly<Record<PaymentStatus, string>> = {
  refunded: 'withdrawn = :status',
  disputed: 'withdrawn = :status',
  completed: `${notWithdrawn} AND attribute_exists(completedAt)`,
  failed: `${notWithdrawn} AND attribute_not_exists(completedAt) AND attribute_exists(failedAt)`,
  inited: `${notWithdrawn} AND attribute_not_exists(completedAt) AND attribute_not_exists(failedAt)`,
}

interface PaymentFilter {
  readonly status?: PaymentStatus | undefined
  /** Tests instead of real payments. */
  readonly test?: boolean | undefined
}

export const unknownPayment = (): Problem => new Problem('not_found', 'There is no such payment.')

/** Payments, one item each, by recipient and an id that is derived from the gateway's. */
export const paymentRepository = (client: DynamoDBDocumentClient, table = tableName('payments')) => {
  const listed = (recipientId: string, ascending: boolean, { status, test = false }: PaymentFilter) => {
    const [first, last] = test ? [testKey(earliest), testKey(latest)] : [earliest, latest]
    const input = {
      TableName: table,
      IndexName: timeIndex,
      KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':recipientId': recipientId,
        ':first': first,
        ':last': last,
        ...(status && statusConditions[status].includes(':status') && { ':status': status }),
      },
      ScanIndexForward: ascending,
      ...(status && { FilterExpression: statusConditions[status] }),
    }
    return timeList(client, recipientId, input, paymentFromItem)
  }

  return {
    find: async (recipientId: string, id: string): Promise<Payment | undefined> => {
      const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
      return item && paymentFromItem(item)
    },

    /** A slice of all listed payments, the total read beside it. */
    findAll: (
      recipientId: string,
      totals: Pick<TotalsRepository, 'read'>,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<Payment, string>> =>
      listed(recipientId, ascending, {}).withTotal(slice, async () => (await totals.read(recipientId)).payments),

    /** A slice of the payments that pass a filter, and their number as far as a request may count. */
    findMatching: (
      recipientId: string,
      filter: PaymentFilter,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<Payment, string>> => listed(recipientId, ascending, filter).matching(slice),
  }
}

export type PaymentRepository = ReturnType<typeof paymentRepository>
