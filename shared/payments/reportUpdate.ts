import type { Item } from '../contract/write.ts'
import { newId, shortId } from '../ids.ts'
import type { PaymentDetails, PaymentReport } from './paymentReport.ts'

interface UpdateInput {
  readonly UpdateExpression: string
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/** Events that a payment remembers, 16 bytes each. A later one is applied without being remembered: reports say nothing new when they are repeated. */
export const mostEvents = 100

const eventsOf = (payment: Item | undefined): ReadonlySet<string> =>
  (payment?.['events'] ?? new Set()) as ReadonlySet<string>

/** Whether the payment has taken the event. */
export const hasTaken = (payment: Item | undefined, eventId: string): boolean => eventsOf(payment).has(shortId(eventId))

/** Details as they are stored. */
const attributesOf = ({ actions, ...plain }: PaymentDetails): Readonly<Record<string, unknown>> => ({
  ...plain,
  ...(actions !== undefined && { actions: JSON.stringify(actions) }),
})

const defined = (attributes: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(attributes).filter(([, value]) => value !== undefined)

/**
 * The update that adds a report to a payment, once: refused when its event was taken, or when `known` (the payment that an earlier
 * refusal found) says too little. Facts are set once and disputes are added to sets, so that reports can come in any order. Details fill
 * what is empty; only those of the first completion replace what others told before, for nothing of it was shown then.
 */
export const reportUpdate = (
  source: Readonly<Record<string, string>>,
  { eventId, system, at, facts, details, test }: PaymentReport,
  known?: Item,
): UpdateInput => {
  const { disputes, disputesWon, ...instants } = facts
  const told = { system, ...attributesOf(details) }
  const isFirstCompletion = facts.completedAt !== undefined && known?.['completedAt'] === undefined
  const isRemembered = eventsOf(known).size < mostEvents
  const event = new Set([shortId(eventId)])
  const always = defined({ ...source, projection: 'due', revision: newId(), ...(isFirstCompletion && told) })
  const once = defined({ createdAt: at, test, ...instants, ...(!isFirstCompletion && told) })
  const added = defined({ disputes, disputesWon, ...(isRemembered && { events: event }) })
  const all = [...always, ...once, ...added]
  const set = [
    ...always.map(([name]) => `#${name} = :${name}`),
    ...once.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
  ]
  const add = added.length === 0 ? '' : ` ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`
  const conditions = [
    'NOT contains(#events, :event)',
    ...(isRemembered ? ['(attribute_not_exists(#events) OR size(#events) < :mostEvents)'] : []),
    ...(isFirstCompletion ? ['attribute_not_exists(#completedAt)'] : []),
  ]
  return {
    UpdateExpression: `SET ${set.join(', ')}${add}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { ...Object.fromEntries(all.map(([name]) => [`#${name}`, name])), '#events': 'events' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
      ':event': shortId(eventId),
      ...(isRemembered && { ':mostEvents': mostEvents }),
    },
  }
}
