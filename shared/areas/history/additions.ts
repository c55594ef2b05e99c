import type * as z from 'zod/mini'
import type { Write } from '../../contract/write.ts'
import { type AlertBasis, raiseAlerts } from '../alerts/raiseAlerts.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { historyItemId } from '../events/historyItemId.ts'
import { goalsDelivery } from '../goals/goalsDelivery.ts'
import { leaderProgress } from '../leaders/leaders.ts'
import { goalOf, goalsAfter, moneyChanges } from '../totals/goal.ts'
import { type MoneyInHistory, moneyInHistory, totalsWrites } from '../totals/totals.ts'
import type { NewHistoryItem } from './historyItem.ts'
import { historyAddition } from './historyWrites.ts'

/** An item that a call wants to add. */
export interface Addition {
  readonly event: HistoryEvent
  readonly triggerAlert: boolean
}

/** Items of one DynamoDB transaction, less the totals, goals, the idempotency record and the rate of its bytes. */
const transactionRoom = 96

/** Writes that an addition takes: the item, its alert, and its donor's sums. */
const sizeOf = ({ event, triggerAlert }: Addition, lists: number): number =>
  (triggerAlert ? 2 : 1) + (event.amount === undefined ? 0 : lists)

/** Whether the item's alert is shown; deleted items have none. */
const isShown = ({ triggerAlert, deleted }: z.output<typeof NewHistoryItem>): boolean => triggerAlert && !deleted

/** The additions of a call, each system's event once: of several with one origin the first counts. */
export const additionsFrom = (
  recipientId: string,
  items: readonly z.output<typeof NewHistoryItem>[],
): readonly Addition[] => {
  const additions = new Map<string, Addition>()
  for (const item of items) {
    const { triggerAlert: _, ...details } = item
    const id = historyItemId(recipientId, details.system, details.originId)
    if (!additions.has(id)) additions.set(id, { event: { id, ...details }, triggerAlert: isShown(item) })
  }
  return [...additions.values()]
}

/** As many of the additions, in their order, as fit one transaction. */
export const fittingAdditions = (additions: readonly Addition[], leaders?: string): readonly Addition[] => {
  const lists = Object.keys(leaderProgress(leaders)).length
  let left = transactionRoom
  const end = additions.findIndex((addition) => {
    left -= sizeOf(addition, lists)
    return left < 0
  })
  return end === -1 ? additions : additions.slice(0, end)
}

/**
 * The writes that add items, raise the alerts that they trigger, and count both, with the change of money. They belong
 * into one transaction.
 */
export const additionWrites = (
  tables: {
    readonly history: string
    readonly alerts: string
    readonly deliveries: string
    readonly recipients: string
  },
  recipientId: string,
  additions: readonly Addition[],
  basis: AlertBasis,
  now: Date,
): { readonly writes: readonly Write[]; readonly money: MoneyInHistory | undefined } => {
  const events = additions.filter(({ triggerAlert }) => triggerAlert).map(({ event }) => event)
  const from = basis.totals.goals
  const changes = additions.flatMap(({ event }) => moneyChanges(undefined, event))
  const to = goalsAfter(from, changes)
  const raised = raiseAlerts(tables, { recipientId, events, basis, now, goals: to })
  const carried = new Set(events.map((event) => goalOf(to, event)?.target.currency))
  const untold = goalsAfter(
    from,
    changes.filter(({ currency }) => !carried.has(currency)),
  )
  const before = { recipientId, totals: basis.totals, after: raised.last, now }
  const told = goalsDelivery(tables.deliveries, before, untold === from ? from : to)
  const shown = new Map(events.map((event, index) => [event, raised.alerts[index]?.ofItem]))
  const added = additions.map(({ event }) => ({ ...event, ...shown.get(event) }))
  const { money } = moneyInHistory(
    basis.totals,
    added.flatMap((event) => moneyChanges(undefined, event)),
  )
  return {
    writes: [
      ...added.map((event) => historyAddition(tables.history, recipientId, event, now)),
      ...raised.writes,
      ...told.writes,
      ...totalsWrites(tables.recipients, recipientId, {
        ...raised.totals,
        ...told.totals,
        ...(money && { money }),
        history: additions.filter(({ event }) => !event.deleted).length,
      }),
    ],
    money,
  }
}
