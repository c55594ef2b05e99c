import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { getItem } from '../store/getItem.ts'
import { systemClock } from '../time/clock.ts'
import type { ErasureJob } from './dataJob.ts'

/** What is left of an erasure. */
export interface ErasureReceipt {
  readonly items: number
  readonly createdAt: string
  readonly finishedAt: string
}

const retentionSeconds = 365 * 24 * 60 * 60

/** A receipt is found by whom it was made for alone, and names nobody. */
export const receiptId = (recipientId: string, erasureId: string): string =>
  derivedId('erasure', recipientId, erasureId)

/** Receipts of erasures. */
export const erasureReceipts = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => ({
  addition: (recipientId: string, { jobId, createdAt }: ErasureJob, items: number): Write => {
    const now = new Date(clock())
    return {
      operation: {
        Put: {
          TableName: table,
          Item: {
            id: receiptId(recipientId, jobId),
            items,
            createdAt,
            finishedAt: now.toISOString(),
            expiresAt: Math.floor(now.getTime() / 1000) + retentionSeconds,
          },
        },
      },
      repeatable: true,
    }
  },

  find: async (recipientId: string, erasureId: string): Promise<ErasureReceipt | undefined> => {
    const Key = { id: receiptId(recipientId, erasureId) }
    return (await getItem(client, { TableName: table, Key })) as ErasureReceipt | undefined
  },
})

export type ErasureReceipts = ReturnType<typeof erasureReceipts>
