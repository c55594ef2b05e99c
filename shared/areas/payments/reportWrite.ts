import type { Item, Write } from '../../contract/write.ts'
import { Conflict } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, anyOf, type Condition, update } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { shortId } from '../../runtime/ids.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'
import { isOverlayCheck, paymentId, type StoredPayment, testKey } from './payment.ts'
import type { PaymentDetails, PaymentReport } from './paymentReport.ts'
import { type Reversal, type Reversals, type Standing, standingOf, withReversal } from './reversals.ts'

/**
 * Events that a payment remembers, 16 bytes each. A later one is applied without being remembered, because a repeated
 * report changes nothing.
 */
const mostEvents = 100

const eventsOf = (payment: Item | undefined): ReadonlySet<string> =>
  (payment?.['events'] ?? new Set()) as ReadonlySet<string>

/** Where reports come from: a gateway credential of the recipient. */
interface ReportSource {
  readonly gateway: string
  readonly gatewayCredentialId: string
  readonly receivedAt: string
}

/** Details as attributes: actions are JSON text, so that their parameters return unchanged. */
export const attributesOf = ({ actions, ...plain }: PaymentDetails): Readonly<Record<string, unknown>> => ({
  ...plain,
  actions: actions && JSON.stringify(actions),
})

const defined = (attributes: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(attributes).filter(([, value]) => value !== undefined)

/** The payment's position in the list of real payments or in that of tests; a check of the overlays has none. */
const listingKey = (
  id: string,
  source: Pick<ReportSource, 'gatewayCredentialId'>,
  { at, test }: Pick<PaymentReport, 'at' | 'test'>,
): string | undefined => {
  if (isOverlayCheck(source)) return undefined
  const key = `${sortableDateTime(at)}#${id}`
  return test ? testKey(key) : key
}

/** The reversals of a payment with that of a report, and the rest of its amount; undefined without reversals. */
const standingAfter = (
  { reversal, details }: Pick<PaymentReport, 'reversal' | 'details'>,
  known: Item | undefined,
  isFirstCompletion: boolean,
): (Standing & { readonly reversals: Reversals }) | undefined => {
  const { reversals: before, amount = details.amount } = (known ?? {}) as Partial<StoredPayment>
  if (reversal === undefined && before === undefined) return undefined
  const { id, ...reported } = reversal ?? { id: undefined }
  const reversals = id === undefined ? (before ?? {}) : withReversal(before ?? {}, shortId(id), reported as Reversal)
  return { reversals, ...standingOf(isFirstCompletion ? details.amount : amount, reversals) }
}

const isNotTaken = (eventId: string): Condition => ({
  if: 'NOT contains(#events, :taken)',
  values: { taken: shortId(eventId) },
})

const hasRoomForEvent = anyOf(
  { if: 'attribute_not_exists(#events)' },
  { if: 'size(#events) < :mostEvents', values: { mostEvents } },
)

const isNotCompleted: Condition = { if: 'attribute_not_exists(#completedAt)' }
const hasNoReversals: Condition = { if: 'attribute_not_exists(reversals)' }

/** The payment is still the one that an earlier refusal has found, or still none. */
const isAsKnown = (known: Item | undefined): Condition =>
  known === undefined
    ? { if: 'attribute_not_exists(#version)' }
    : { if: '#version = :known', values: { known: known['version'] } }

/**
 * Adds a report to a payment without a read, and lists the payment, once. Raises `RepeatedEvent` if the event was taken
 * before, and `Conflict` with the payment if the write depends on it: that is the `known` of the next attempt.
 *
 * Facts are set once, so that reports can come in any order. The rest that reversals leave is computed from all of
 * them, so such a report requires the very version that is known. Details fill empty attributes; only the first
 * completion overwrites, because nothing has been shown before it.
 */
export const reportWrite = (
  table: string,
  recipientId: string,
  { receivedAt, ...source }: ReportSource,
  report: PaymentReport,
  known?: Item,
): Write => {
  const { eventId, gatewayId, system, at, facts, reversal, texts, details, test } = report
  const id = paymentId(recipientId, source.gatewayCredentialId, report)
  const reported = { system, receivedAt, ...attributesOf(details) }
  const isFirstCompletion = facts.completedAt !== undefined && known?.['completedAt'] === undefined
  const isRemembered = eventsOf(known).size < mostEvents
  const standing = standingAfter({ reversal, details }, known, isFirstCompletion)
  const once = defined({
    createdAt: at,
    listedAt: listingKey(id, source, { at, test }),
    test,
    ...facts,
    awaitsTexts: texts === 'expected' ? true : undefined,
    ...(!isFirstCompletion && reported),
  })
  return update(
    table,
    { recipientId, id },
    {
      set: {
        ...source,
        gatewayId,
        projection: 'due',
        ...(isFirstCompletion && reported),
        ...standing,
        ...(texts === 'brought' && { awaitsTexts: false }),
      },
      assign: once.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
      values: Object.fromEntries(once),
      add: { version: 1, events: isRemembered ? new Set([shortId(eventId)]) : undefined },
      remove: [
        ...(['refunded', 'withdrawn'] as const).filter((name) => standing && standing[name] === undefined),
        // A payment that was only begun would expire; a test expires anyway.
        ...(test ? [] : ['expiresAt']),
      ],
      when: allOf(
        isNotTaken(eventId),
        isRemembered ? hasRoomForEvent : undefined,
        isFirstCompletion ? isNotCompleted : undefined,
        standing ? isAsKnown(known) : isFirstCompletion ? hasNoReversals : undefined,
      ),
      // A lost acknowledgement is repeated, and then refused for the event that it has left.
      repeatable: true,
      refusal: (found) => (eventsOf(found).has(shortId(eventId)) ? new RepeatedEvent() : new Conflict(found)),
    },
  )
}
