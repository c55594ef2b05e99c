import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { derivedId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { ErasureJob } from './dataJob.ts'
import { receiptSeconds } from './receiptSeconds.ts'

/** The receipt of an erasure, which outlives it. */
export interface ErasureReceipt {
  readonly items: number
  readonly createdAt: string
  readonly finishedAt: string
}

/** Only the recipient of a receipt can find it, and it names nobody. */
export const receiptId = (recipientId: string, erasureId: string): string =>
  derivedId('erasure', recipientId, erasureId)

/** Receipts of erasures. */
export const erasureReceipts = (
  client: DynamoDBDocumentClient,
  table = tableName('erasureReceipts'),
  clock = systemClock,
) => ({
  creation: (recipientId: string, { jobId, createdAt }: ErasureJob, items: number): Write => {
    const now = clock()
    const finishedAt = new Date(now).toISOString()
    const expiresAt = epochSeconds(now) + receiptSeconds
    return put(
      table,
      { id: receiptId(recipientId, jobId), items, createdAt, finishedAt, expiresAt },
      { repeatable: true },
    )
  },

  find: async (recipientId: string, erasureId: string): Promise<ErasureReceipt | undefined> => {
    const Key = { id: receiptId(recipientId, erasureId) }
    return (await getItem(client, { TableName: table, Key })) as ErasureReceipt | undefined
  },
})

export type ErasureReceipts = ReturnType<typeof erasureReceipts>
