import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Item } from '../contract/write.ts'
import type { Found, Slice } from '../page/answerPage.ts'
import { getItem } from '../store/getItem.ts'
import { earliest, latest, timeIndex, timeIndexReader } from '../store/timeIndex.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { type Payment, paymentFromItem } from './payment.ts'
import type { PaymentStatus } from './paymentStatus.ts'

const disputed =
  '(attribute_exists(disputes) AND (attribute_not_exists(disputesWon) OR size(disputes) > size(disputesWon)))'
const unspoilt = `attribute_not_exists(refundedAt) AND NOT ${disputed}`

/** `statusOf` as conditions on a stored payment. */
const statusConditions: Readonly<Record<PaymentStatus, string>> = {
  refunded: 'attribute_exists(refundedAt)',
  disputed: `attribute_not_exists(refundedAt) AND ${disputed}`,
  completed: `${unspoilt} AND attribute_exists(completedAt)`,
  failed: `${unspoilt} AND attribute_not_exists(completedAt) AND attribute_exists(failedAt)`,
  inited: `${unspoilt} AND attribute_not_exists(completedAt) AND attribute_not_exists(failedAt)`,
}

const found = (items: readonly Item[], totalSize: number): Found<Payment, string> => ({
  entries: items.map((item) => ({ item: paymentFromItem(item), key: String(item['listedAt']) })),
  totalSize,
})

export const unknownPayment = (): Problem => new Problem('not_found', 'There is no such payment.')

/** Payments, one item each, by recipient and an id that is derived from the gateway's. */
export const paymentRepository = (client: DynamoDBDocumentClient, table: string) => {
  const index = timeIndexReader(client)

  const listed = (recipientId: string, ascending: boolean) => ({
    TableName: table,
    IndexName: timeIndex,
    KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':recipientId': recipientId, ':first': earliest, ':last': latest },
    ScanIndexForward: ascending,
  })

  return {
    get: async (recipientId: string, id: string): Promise<Payment | undefined> => {
      const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
      return item && paymentFromItem(item)
    },

    /** A slice of all listed payments, the total read beside it. */
    findAll: async (
      recipientId: string,
      totals: Pick<TotalsRepository, 'read'>,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<Payment, string>> => {
      const [items, { payments }] = await Promise.all([
        index.slice(recipientId, listed(recipientId, ascending), slice),
        totals.read(recipientId),
      ])
      return found(items, payments)
    },

    /** A slice of the listed payments of a status; all of the recipient's are read, so that the total is exact. */
    findWithStatus: async (
      recipientId: string,
      status: PaymentStatus,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<Payment, string>> => {
      const input = { ...listed(recipientId, ascending), FilterExpression: statusConditions[status] }
      const { items, total } = await index.matching(recipientId, input, slice)
      return found(items, total)
    },
  }
}

export type PaymentRepository = ReturnType<typeof paymentRepository>
