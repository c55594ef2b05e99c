import type { Write } from '../../contract/write.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { StoredAlert } from './alert.ts'
import { sequenceAfter } from './sequences.ts'

/** Deliveries are kept for this time for an overlay that is not connected. */
export const deliveryRetentionSeconds = 24 * 60 * 60

/**
 * A message to the recipient's overlays or to the programs of its game: anything but the first delivery of an alert.
 * Its `kind` is the type of its message.
 */
interface Delivery {
  readonly recipientId: string
  /** The sequence of the delivery before it. */
  readonly after: number
  readonly now: Date
}

/**
 * The position of an alert, which is read in its present state when it is delivered, or the alert of a test, which is
 * stored nowhere else.
 */
export type Delivered = { readonly position: number } | { readonly alert: StoredAlert }

/**
 * An action that was bought, media requests, a skipped video, a check, the state of the show, the goals, or the look of
 * overlays: with its contents, which do not change.
 */
interface ContentsDelivery extends Delivery {
  readonly kind: 'action' | 'media' | 'skip' | 'check' | 'show' | 'goals' | 'look'
  readonly contents: object
  readonly test: boolean
}

/** Its sequence is taken by the write of the totals in the same transaction, so it can't exist yet. */
const appended = (table: string, { recipientId, after, now }: Delivery, of: Readonly<Record<string, unknown>>): Write =>
  put(table, {
    recipientId,
    sequence: sequenceAfter(after),
    after,
    ...of,
    createdAt: now.toISOString(),
    expiresAt: epochSeconds(now) + deliveryRetentionSeconds,
  })

/** Shows an alert again, even where hidden ones are left out. */
export const repeatDeliveryWrite = (
  table: string,
  { position, ...delivery }: Delivery & { readonly position: number },
): Write => appended(table, delivery, { kind: 'alert', position, force: true, test: false })

/** Shows an alert that was held, as its first delivery would have. */
export const releaseDeliveryWrite = (
  table: string,
  { position, ...delivery }: Delivery & { readonly position: number },
): Write => appended(table, delivery, { kind: 'alert', position, force: false, test: false })

/** Shows the alert of a test. */
export const testDeliveryWrite = (
  table: string,
  { alert, force, ...delivery }: Delivery & { readonly alert: StoredAlert; readonly force: boolean },
): Write => appended(table, delivery, { kind: 'alert', alert, force, test: true })

/** Delivers the present state of an alert to overlays that may have shown it before. */
export const changeDeliveryWrite = (table: string, delivery: Delivery, delivered: Delivered): Write =>
  appended(table, delivery, { kind: 'change', ...delivered, force: false, test: 'alert' in delivered })

/** Delivers an action, media requests, a skipped video, a check, the state of the show, the goals, or a look. */
export const contentsDeliveryWrite = (table: string, { kind, contents, test, ...delivery }: ContentsDelivery): Write =>
  appended(table, delivery, { kind, payload: JSON.stringify(contents), test, force: false })
