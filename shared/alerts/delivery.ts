import type { Write } from '../contract/write.ts'

/** Seconds that an overlay can be away and still be shown what it missed. */
const retention = 24 * 60 * 60

/** One showing of an alert by the recipient's overlays. */
interface Delivery {
  readonly recipientId: string
  /** Rises with every commit, with gaps; an overlay resumes after the last one that it has shown. */
  readonly sequence: number
  readonly alertId: string
  readonly force: boolean
  readonly now: Date
}

/** Appends a delivery. Its sequence is taken by the write of the totals in the same transaction, so it can't exist yet. */
export const deliveryWrite = (table: string, { recipientId, sequence, alertId, force, now }: Delivery): Write => ({
  operation: {
    Put: {
      TableName: table,
      Item: {
        recipientId,
        sequence,
        alertId,
        force,
        createdAt: now.toISOString(),
        expiresAt: Math.floor(now.getTime() / 1000) + retention,
      },
    },
  },
  repeatable: false,
})
