import type * as z from 'zod/mini'
import type { Item } from '../../contract/write.ts'
import type { Postponable } from '../../mechanisms/store/postponedStore.ts'
import type { Condition } from '../../mechanisms/store/writes.ts'
import { derivedId } from '../../runtime/ids.ts'
import { moneyFromItem } from '../../runtime/money/money.ts'
import type { Payment as PaymentSchema } from './contract.ts'
import type { PaidAction, PaymentDetails, PaymentFacts, PaymentReport } from './paymentReport.ts'
import { statusOf } from './paymentStatus.ts'
import type { Reversals, Standing } from './reversals.ts'

export type Payment = z.input<typeof PaymentSchema>

export interface StoredPayment extends PaymentFacts, PaymentDetails, Standing {
  readonly recipientId: string
  readonly id: string
  readonly gateway: string
  readonly gatewayId: string
  readonly gatewayCredentialId: string
  readonly system: string
  /** The UTC instant of its first report, or at which a donor began it here. */
  readonly createdAt: string
  /** The time at which the webhook of its completion was accepted, or the first webhook before a completion. */
  readonly receivedAt: string
  readonly reversals?: Reversals
  /** Another event is to bring the donor's texts: true until it comes. */
  readonly awaitsTexts?: boolean
  /** No money was moved. */
  readonly test: boolean
  /** Rises with every report. The payment's history item stores the one that it shows (`paymentVersion`). */
  readonly version: number
  /**
   * Whether there is a report that is not yet in history, alerts and totals. A payment whose history item shows its
   * version stays `due`, because another write would cost two units for each donation.
   */
  readonly projection: 'due' | 'postponed' | 'done'
  /** The time of the next attempt, of a payment that was postponed. */
  readonly dueAt?: string
  readonly listedAt?: string
  /** It was counted before a history item showed it. */
  readonly counted?: true
  /** The history item of a test, and that of a payment which was withdrawn before it appeared. */
  readonly historyItemId?: string
  /** Of a test: the time at which it appeared, and the sequence of its delivery. */
  readonly appearedAt?: string
  readonly sequence?: number
}

/**
 * The id of a payment. It derives from the gateway's id, so that all reports address the same item without a read. A
 * test is a separate payment, so that it cannot keep a genuine one with the same id out of lists and totals.
 */
export const paymentId = (
  recipientId: string,
  credentialId: string,
  { gatewayId, test }: Pick<PaymentReport, 'gatewayId' | 'test'>,
): string => derivedId(test ? 'testPayment' : 'payment', recipientId, credentialId, gatewayId)

/** The credential of checks. Ids are UUIDs, so no gateway has this one and no webhook is accepted for it. */
export const checkCredential = 'check'

/** Whether this is no donation but a check of the overlays. */
export const isOverlayCheck = ({ gatewayCredentialId }: { readonly gatewayCredentialId: string }): boolean =>
  gatewayCredentialId === checkCredential

/** The index key of a test. These keys sort after those of all real payments, by time. */
export const testKey = (listedAt: string): string => `t:${listedAt}`

/** An item of the table; actions are JSON text, so that their parameters return unchanged. */
export const storedPayment = (item: Item): StoredPayment => {
  const { actions, ...plain } = item as unknown as Omit<StoredPayment, 'actions'> & { readonly actions?: string }
  return actions === undefined ? plain : { ...plain, actions: JSON.parse(actions) as readonly PaidAction[] }
}

/** Payments as items that a table stream brings to their projection while they are due. */
export const duePayments = (table: string): Postponable => ({ table, attribute: 'projection', due: 'due' })

/** No other report has come since the payment was read, and no other run has projected it. */
export const isStillDue = (version: number): Condition => ({
  if: '#version = :version AND #projection <> :done',
  values: { version, done: 'done' },
})

export const paymentFromItem = (item: Item): Payment => paymentAnswer(storedPayment(item))

/** A payment as answers and webhooks have it. */
export const paymentAnswer = (stored: StoredPayment): Payment => {
  return {
    id: stored.id,
    gateway: stored.gateway,
    gatewayId: stored.gatewayId,
    method: stored.method ?? null,
    nickname: stored.nickname ?? null,
    message: stored.message ?? null,
    recipientId: stored.recipientId,
    amount: moneyFromItem(stored.amount),
    refunded: stored.refunded ? moneyFromItem(stored.refunded) : null,
    gatewayCredentialId: stored.gatewayCredentialId,
    status: statusOf(stored),
    attachments: [...(stored.attachments ?? [])],
    actions: [...(stored.actions ?? [])],
    confirmation: stored.confirmation ?? null,
    goal: stored.goal ?? null,
    authorizationTimestamp: stored.completedAt ?? null,
    auction: stored.auction ? { isNew: stored.auction.isNew, item: stored.auction.item } : null,
    test: stored.test,
    omitted: [...(stored.omitted ?? [])],
  }
}
