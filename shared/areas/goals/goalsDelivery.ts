import type { Write } from '../../contract/write.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { contentsDeliveryWrite, deliveryRetentionSeconds } from '../alerts/delivery.ts'
import { sequenceAfter } from '../alerts/sequences.ts'
import { shownGoals } from '../totals/goal.ts'
import type { Totals, TotalsChange } from '../totals/totals.ts'
import { goalsIntervalMs } from './goalLimits.ts'

/** The last message about the goals, in epoch milliseconds, and whether they have changed since: JSON text. */
interface GoalsSent {
  readonly at: number
  readonly isDue?: true
}

const sentText = (sent: GoalsSent): string => JSON.stringify(sent)

/** What is before a message about the goals: `after` is the last sequence that its transaction has used. */
interface Before {
  readonly recipientId: string
  readonly totals: Totals
  readonly after?: number
  readonly now: Date
}

/** A message about the goals, or the reminder that one is due. Both belong into one transaction. */
interface GoalsDelivery {
  readonly writes: readonly Write[]
  readonly totals: Pick<TotalsChange, 'deliveries' | 'goalsSent'>
}

const message = (
  table: string,
  { recipientId, totals: { goalsSent, lastDelivery }, after = lastDelivery, now }: Before,
  goals: string | undefined,
): GoalsDelivery => {
  const last = sequenceAfter(after)
  const contents = { goals: shownGoals(goals), sequence: last }
  return {
    writes: [contentsDeliveryWrite(table, { recipientId, after, kind: 'goals', contents, test: false, now })],
    totals: {
      deliveries: { from: lastDelivery, last },
      goalsSent: { from: goalsSent, to: sentText({ at: now.getTime() }) },
    },
  }
}

/**
 * Something among the deliveries that is none: before all of them, so that no client gets it, and with the members of
 * one for readers that do not know it. Its stream wakes whoever sends the goals.
 */
const dueReminder = (table: string, { recipientId, now }: Before, { at }: GoalsSent): Write =>
  put(table, {
    recipientId,
    sequence: -at,
    after: -at,
    kind: 'goalsDue',
    payload: '{}',
    force: false,
    test: false,
    createdAt: now.toISOString(),
    expiresAt: epochSeconds(now) + deliveryRetentionSeconds,
  })

/**
 * Delivers the goals where a change has changed them that no new alert says. A second has one message at most: the
 * first change after it leaves a reminder that another one is due, and the later ones rely on it.
 */
export const goalsDelivery = (table: string, before: Before, to: string | undefined): GoalsDelivery => {
  const { goals, goalsSent: from } = before.totals
  if (to === goals) return { writes: [], totals: {} }
  const sent = from === undefined ? { at: 0 } : (JSON.parse(from) as GoalsSent)
  if (before.now.getTime() - sent.at >= goalsIntervalMs) return message(table, before, to)
  if (sent.isDue) return { writes: [], totals: { goalsSent: { from, to: from } } }
  const totals = { goalsSent: { from, to: sentText({ at: sent.at, isDue: true }) } }
  return { writes: [dueReminder(table, before, sent)], totals }
}

/** The id of a reminder among deliveries; undefined for a delivery. */
export const dueReminderId = ({ sequence }: { readonly sequence?: unknown }): string | undefined =>
  Number(sequence) < 0 ? String(-Number(sequence)) : undefined

/** The message that a reminder announced; undefined if it was sent meanwhile, or the recipient's data were erased. */
export const dueGoalsDelivery = (table: string, before: Before, id: string): GoalsDelivery | undefined => {
  const { goals, goalsSent } = before.totals
  return goalsSent === sentText({ at: Number(id), isDue: true }) ? message(table, before, goals) : undefined
}
