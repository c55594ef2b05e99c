import type { Item, Write } from '../contract/write.ts'
import { shortId } from '../ids.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { sortableDateTime } from '../time/utc.ts'
import { RepeatedEvent } from '../webhooks/webhook.ts'
import { isOverlayCheck, paymentId, type StoredPayment, testKey } from './payment.ts'
import type { PaymentDetails, PaymentReport } from './paymentReport.ts'
import { type Reversal, type Reversals, type Standing, standingOf, withReversal } from './reversals.ts'

interface UpdateInput {
  readonly UpdateExpression: string
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/** Events that a payment remembers, 16 bytes each. A later one is applied without being remembered: reports say nothing new when they are repeated. */
const mostEvents = 100

const eventsOf = (payment: Item | undefined): ReadonlySet<string> =>
  (payment?.['events'] ?? new Set()) as ReadonlySet<string>

/** Where reports come from: a gateway credential of the recipient. */
interface ReportSource {
  readonly gateway: string
  readonly gatewayCredentialId: string
  readonly receivedAt: string
}

/** Details as they are stored. */
const attributesOf = ({ actions, ...plain }: PaymentDetails): Readonly<Record<string, unknown>> => ({
  ...plain,
  actions: actions && JSON.stringify(actions),
})

const defined = (attributes: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(attributes).filter(([, value]) => value !== undefined)

/** The payment's place in the list of real payments or in that of tests; a check of the overlays has none. */
const listingKey = (
  id: string,
  source: Pick<ReportSource, 'gatewayCredentialId'>,
  { at, test }: Pick<PaymentReport, 'at' | 'test'>,
): string | undefined => {
  if (isOverlayCheck(source)) return undefined
  const key = `${sortableDateTime(at)}#${id}`
  return test ? testKey(key) : key
}

/** The reversals of a payment with that of a report, and what they leave of its amount; undefined of a payment that has none. */
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

/**
 * The update that adds a report to a payment, and lists it, once: refused when its event was taken, or when `known` (the payment that an earlier
 * refusal found) says too little. Facts are set once, so that reports can come in any order. What reversals leave of the amount is worked out
 * from all of them, so a report on which that depends is based on the very version that is known. Details fill what is empty; only those of
 * the first completion replace what others told before, for nothing of it was shown then.
 */
const reportUpdate = (
  id: string,
  { receivedAt, ...source }: ReportSource,
  { eventId, gatewayId, system, at, facts, reversal, texts, details, test }: PaymentReport,
  known: Item | undefined,
): UpdateInput => {
  const told = { system, receivedAt, ...attributesOf(details) }
  const isFirstCompletion = facts.completedAt !== undefined && known?.['completedAt'] === undefined
  const isRemembered = eventsOf(known).size < mostEvents
  const event = new Set([shortId(eventId)])
  const standing = standingAfter({ reversal, details }, known, isFirstCompletion)
  const brought = texts === 'brought' ? { awaitsTexts: false } : {}
  const always = defined({
    ...source,
    gatewayId,
    projection: 'due',
    ...(isFirstCompletion && told),
    ...standing,
    ...brought,
  })
  const listedAt = listingKey(id, source, { at, test })
  const expected = texts === 'expected' ? { awaitsTexts: true } : {}
  const once = defined({ createdAt: at, listedAt, test, ...facts, ...expected, ...(!isFirstCompletion && told) })
  const added = defined({ version: 1, ...(isRemembered && { events: event }) })
  const all = [...always, ...once, ...added]
  const set = [
    ...always.map(([name]) => `#${name} = :${name}`),
    ...once.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
  ]
  const add = added.map(([name]) => `#${name} :${name}`)
  const removed = (['refunded', 'withdrawn'] as const).filter((name) => standing && standing[name] === undefined)
  const basis = known === undefined ? 'attribute_not_exists(#version)' : '#version = :known'
  const conditions = [
    'NOT contains(#events, :taken)',
    ...(isRemembered ? ['(attribute_not_exists(#events) OR size(#events) < :mostEvents)'] : []),
    ...(isFirstCompletion ? ['attribute_not_exists(#completedAt)'] : []),
    ...(standing ? [basis] : isFirstCompletion ? ['attribute_not_exists(reversals)'] : []),
  ]
  return {
    UpdateExpression: `SET ${set.join(', ')} ADD ${add.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { ...Object.fromEntries(all.map(([name]) => [`#${name}`, name])), '#events': 'events' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
      ':taken': shortId(eventId),
      ...(isRemembered && { ':mostEvents': mostEvents }),
      ...(standing && known && { ':known': known['version'] }),
    },
  }
}

/**
 * Adds what a gateway reports to what is known of the payment, in whatever order reports come, without a read. Raises `RepeatedEvent`
 * when its event was taken before, and `Conflict` with the payment when that has to be known: it is the `known` of the next attempt.
 */
export const reportWrite = (
  table: string,
  recipientId: string,
  source: ReportSource,
  report: PaymentReport,
  known?: Item,
): Write => {
  const id = paymentId(recipientId, source.gatewayCredentialId, report)
  return {
    operation: { Update: { TableName: table, Key: { recipientId, id }, ...reportUpdate(id, source, report, known) } },
    // A lost acknowledgement is repeated, and then refused for the event that it has left.
    repeatable: true,
    refusal: (found) => (eventsOf(found).has(shortId(report.eventId)) ? new RepeatedEvent() : new Conflict(found)),
  }
}
