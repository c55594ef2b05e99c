import type { Write } from '../contract/write.ts'

/** Seconds that an overlay can be away and still be shown what it missed. */
const retention = 24 * 60 * 60

/** One thing that the recipient's overlays, or the programs of his game, are told. */
interface Delivery {
  readonly recipientId: string
  /** Rises with every commit, with gaps; an overlay resumes after the last one that it has shown. */
  readonly sequence: number
  readonly now: Date
}

/** One showing of an alert. */
interface AlertDelivery extends Delivery {
  readonly alertId: string
  readonly force: boolean
}

/** An action that was bought, or a media request: with its contents, which do not change. */
interface ContentsDelivery extends Delivery {
  readonly kind: 'action' | 'media'
  readonly contents: Readonly<Record<string, unknown>>
  readonly test: boolean
}

/** Its sequence is taken by the write of the totals in the same transaction, so it can't exist yet. */
const appended = (
  table: string,
  { recipientId, sequence, now }: Delivery,
  of: Readonly<Record<string, unknown>>,
): Write => ({
  operation: {
    Put: {
      TableName: table,
      Item: {
        recipientId,
        sequence,
        ...of,
        createdAt: now.toISOString(),
        expiresAt: Math.floor(now.getTime() / 1000) + retention,
      },
    },
  },
  repeatable: false,
})

/** Appends the delivery of an alert. */
export const deliveryWrite = (table: string, { alertId, force, ...delivery }: AlertDelivery): Write =>
  appended(table, delivery, { alertId, force })

/** Appends the delivery of an action or of a media request. */
export const contentsDeliveryWrite = (table: string, { kind, contents, test, ...delivery }: ContentsDelivery): Write =>
  appended(table, delivery, { kind, payload: JSON.stringify(contents), test })
