import type { Write } from '../../contract/write.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { goalOf } from '../totals/goal.ts'
import type { Totals, TotalsChange } from '../totals/totals.ts'
import { type AlertState, alertFromEvent, type StoredAlert } from './alert.ts'
import { alertCreation } from './alertRepository.ts'
import { testDeliveryWrite } from './delivery.ts'
import { moderated } from './moderated.ts'
import type { Moderation } from './moderationSetting.ts'
import { type AlertLevel, levelNameOf } from './rules.ts'
import { alertSequence, sequenceAfter } from './sequences.ts'

/** The state on which new alerts depend. It is read before, and the write of the totals requires it to be unchanged. */
export interface AlertBasis {
  readonly totals: Totals
  readonly levels: readonly AlertLevel[]
  /** Absent where nothing is moderated. */
  readonly moderation?: Moderation
}

interface Raising {
  readonly recipientId: string
  /** In the order in which they are shown. */
  readonly events: readonly HistoryEvent[]
  readonly basis: AlertBasis
  readonly now: Date
  /** Shown even by an overlay that leaves hidden alerts out. */
  readonly force?: boolean
  readonly state?: AlertState
  /** The goals with these events, which their alerts carry; absent where the events do not count now. */
  readonly goals?: string | undefined
}

interface RaisedAlert {
  readonly alert: StoredAlert
  /** Stored in its history item: position, decision of the moderation, and level, as thresholds may change. */
  readonly ofItem: Pick<HistoryEvent, 'levelName' | 'alertPosition' | 'heldAt' | 'anonymous'>
}

/** Callers that raise only tests, or none, give only the table that they may write. */
interface AlertTables {
  readonly alerts?: string
  /** For tests. */
  readonly deliveries?: string
}

/** New alerts: their writes, and what they add to the totals. Both belong into one transaction. */
interface Raised {
  /** In the order of the events. */
  readonly alerts: readonly RaisedAlert[]
  readonly writes: readonly Write[]
  readonly totals: TotalsChange
  /** The sequence of the last one: the next delivery comes after it. */
  readonly last: number
}

/** The time of new alerts, never before that of the last one: times and positions have the same order. */
const creationTime = ({ newestAlertAt }: Totals, now: Date): string => {
  const time = now.toISOString()
  return time < newestAlertAt ? newestAlertAt : time
}

/**
 * Makes the alerts of history items that have none yet. This is the one place where alerts come from: imports, tests,
 * repeats and payments raise them here. Costs one write an alert, besides the one of the totals: the alert of a test is
 * its delivery, any other is its own. Tests, and alerts that their owner asks for, are not moderated. Raises `Conflict`
 * when the basis has changed.
 */
export const raiseAlerts = (
  tables: AlertTables,
  { recipientId, events, basis: { totals, levels, moderation }, now, force = false, state = 'visible', goals }: Raising,
): Raised => {
  const createdAt = creationTime(totals, now)
  let position = totals.alerts
  let last = totals.lastDelivery
  const raised = events.map((event): RaisedAlert & { readonly write: Write } => {
    const levelName = event.levelName ?? levelNameOf(event.amount, levels)
    const { nickname, message, isHeld } = moderated(event, event.test || force ? undefined : moderation)
    const present = isHeld ? 'held' : state
    const alert = alertFromEvent(recipientId, { ...event, nickname, message }, { createdAt, levelName, state: present })
    const level = levelName === '' ? {} : { levelName }
    const after = last
    if (event.test) {
      if (tables.deliveries === undefined) throw new Error('without the table of deliveries, no test can be raised')
      last = sequenceAfter(after)
      const write = testDeliveryWrite(tables.deliveries, { recipientId, after, alert, force, now })
      return { alert, ofItem: level, write }
    }
    if (tables.alerts === undefined) throw new Error('without the table of alerts, only tests can be raised')
    position += 1
    last = alertSequence(position)
    const goal = goalOf(goals, event)
    const item = { ...alert, position, after, ...(force && { force }), ...(goal && { goal }) }
    return {
      alert,
      ofItem: {
        ...level,
        alertPosition: position,
        ...(isHeld && { heldAt: createdAt }),
        ...(nickname !== event.nickname && { anonymous: true }),
      },
      write: alertCreation(tables.alerts, item),
    }
  })
  const added = position - totals.alerts
  return {
    alerts: raised,
    writes: raised.map(({ write }) => write),
    totals: {
      ...(added > 0 && { alerts: { from: totals.alerts, added, newestAt: createdAt } }),
      ...(raised.length > 0 && { deliveries: { from: totals.lastDelivery, last } }),
    },
    last,
  }
}
