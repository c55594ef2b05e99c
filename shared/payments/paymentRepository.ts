import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../contract/write.ts'
import type { Found, Slice } from '../page/answerPage.ts'
import { getItem } from '../store/getItem.ts'
import { Outdated } from '../store/outdated.ts'
import { earliest, latest, timeIndex, timeIndexReader } from '../store/timeIndex.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { type Payment, paymentFromItem, paymentId } from './payment.ts'
import type { PaymentReport } from './paymentReport.ts'
import { hasTaken, reportUpdate } from './reportUpdate.ts'
import { type PaymentStatus, statusConditions } from './standing.ts'

/** The event was taken before. */
export class RepeatedEvent extends Error {
  override readonly name = 'RepeatedEvent'
}

/** Where reports come from: a gateway credential of the recipient. */
interface ReportSource {
  readonly gateway: string
  readonly credentialId: string
}

const found = (items: readonly Item[], totalSize: number): Found<Payment, string> => ({
  entries: items.map((item) => ({ item: paymentFromItem(item), key: String(item['listedAt']) })),
  totalSize,
})

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

    /**
     * Adds what a gateway reports to what is known of the payment, in whatever order reports come, without a read. Raises `RepeatedEvent`
     * when its event was taken before, and `Outdated` with the payment when that has to be known: it is the `known` of the next attempt.
     */
    report: (
      recipientId: string,
      { gateway, credentialId }: ReportSource,
      report: PaymentReport,
      known?: Item,
    ): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id: paymentId(recipientId, credentialId, report) },
          ...reportUpdate({ gateway, gatewayCredentialId: credentialId, gatewayId: report.gatewayId }, report, known),
        },
      },
      // A lost acknowledgement is repeated, and then refused for the event that it has left.
      repeatable: true,
      refusal: (found) => (hasTaken(found, report.eventId) ? new RepeatedEvent() : new Outdated(found)),
    }),

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
