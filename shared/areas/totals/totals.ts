import type { Item, Write } from '../../contract/write.ts'
import { Conflict } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, anyOf, type Condition, update } from '../../mechanisms/store/writes.ts'
import { goalsAfter, type MoneyChange } from './goal.ts'

/** The totals in the recipient's item. */
export interface Totals {
  /** History items that are listed: neither deleted nor tests. */
  readonly history: number
  readonly payments: number
  /** Alerts that have a position: all but tests. */
  readonly alerts: number
  /** The creation time of the alert with the last position; positions and times have the same order. */
  readonly newestAlertAt: string
  /** The highest sequence of a delivery, alerts included. */
  readonly lastDelivery: number
  /** Sequences that versions with the index of held alerts have used up; absent reads as 0. */
  readonly heldNoted?: number
  /** How far alerts of other versions were searched for held ones, as JSON text; absent before the first search. */
  readonly heldSearch?: string
  /** The state of the show of alerts; absent until it is controlled. */
  readonly show?: object
  /** The goals as JSON text; absent until one is set. */
  readonly goals?: string
  /** When the last message about the goals was sent, as JSON text; absent before the first one. */
  readonly goalsSent?: string
  /** How far leaders are counted, as JSON text; absent until somebody asks for them. */
  readonly leaders?: string
  /** How often the money in the history has changed: a sum of the history is right while this stays. */
  readonly moneyVersion?: number
  /** The enabled endpoints and the types of events of which they are informed, as JSON text. */
  readonly endpoints?: string
  /** An announcer was made for donations; it may be gone. */
  readonly announcesPayments?: true
}

/** Totals of a recipient's item; without one, nothing was counted yet. */
export const totalsFromItem = (item: Item | undefined): Totals => {
  const {
    history = 0,
    payments = 0,
    alerts = 0,
    newestAlertAt = '',
    lastDelivery = 0,
    heldNoted,
    heldSearch,
    show,
    goals,
    goalsSent,
    leaders,
    moneyVersion,
    endpoints,
    announcesPayments,
  } = (item ?? {}) as Partial<Totals>
  return {
    history,
    payments,
    alerts,
    newestAlertAt,
    lastDelivery,
    ...(heldNoted && { heldNoted }),
    ...(heldSearch && { heldSearch }),
    ...(show && { show }),
    ...(goals && { goals }),
    ...(goalsSent && { goalsSent }),
    ...(leaders && { leaders }),
    ...(moneyVersion && { moneyVersion }),
    ...(endpoints && { endpoints }),
    ...(announcesPayments && { announcesPayments }),
  }
}

/** The totals have changed since the read. It carries the recipient's item: nothing else is read again. */
export class TotalsChanged extends Conflict {}

/** The sum of a transaction's changes, which may write an item only once: all parts share this change. */
export interface TotalsChange {
  readonly history?: number
  readonly payments?: number
  /** Alerts that get positions: refused when the total is not `from` any more. */
  readonly alerts?: { readonly from: number; readonly added: number; readonly newestAt: string }
  /** Uses up the sequences to `last`; refused unless the last is still `from`: each delivery names the previous one. */
  readonly deliveries?: { readonly from: number; readonly last: number }
  /** Changes nothing: refused when all media were marked as listened to since this epoch was read. */
  readonly listenedEpoch?: string
  /** More alerts of other versions were searched for held ones: refused when that has changed since the read. */
  readonly heldSearch?: TextChange
  /** The new state of the show of alerts. */
  readonly show?: object
  /** Money in the history has changed, and with it the goals. */
  readonly money?: MoneyInHistory
  /** Endpoints or their types change: refused when these are not those that were read. */
  readonly endpoints?: TextChange
  /** A goal is set or deleted: refused when goals or money have changed since the read. */
  readonly goals?: TextChange & { readonly moneyVersion: number }
  /** The goals are sent, or marked as due: refused when that has changed since the read. */
  readonly goalsSent?: TextChange
  /** More of the history is counted for leaders: refused when that or money has changed since the read. */
  readonly leaders?: TextChange & { readonly moneyVersion: number }
}

/** A JSON text, such as the goals, as it was read and as it is now. */
export interface TextChange {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Changes of money, and the goals with them: refused when goals or counted leaders are not those that were read. */
export interface MoneyInHistory extends TextChange {
  readonly changes: readonly MoneyChange[]
  readonly leaders: string | undefined
}

/** What changes of money mean for the recipient's item; nothing where there are none. */
export const moneyInHistory = (
  { goals, leaders }: Totals,
  changes: readonly MoneyChange[],
): Pick<TotalsChange, 'money'> =>
  changes.length === 0 ? {} : { money: { from: goals, to: goalsAfter(goals, changes), leaders, changes } }

const isText = (name: string, from: string | undefined): Condition =>
  from === undefined
    ? { if: `attribute_not_exists(#${name})` }
    : { if: `#${name} = :${name}Before`, values: { [`${name}Before`]: from } }

/** The number is still the one that was read; a missing attribute reads as 0. */
const isUnchanged = (name: string, value: string, read: number): Condition => {
  const isEqual = { if: `#${name} = :${value}`, values: { [value]: read } }
  return read === 0 ? anyOf({ if: `attribute_not_exists(#${name})` }, isEqual) : isEqual
}

/** All media were not marked as listened to since this epoch was read. */
const isEpoch = (epoch: string): Condition =>
  epoch === '' ? { if: 'attribute_not_exists(listenedEpoch)' } : { if: 'listenedEpoch = :epoch', values: { epoch } }

/** The change of a recipient's totals, none when there is nothing to change. Raises `TotalsChanged`. */
export const totalsWrites = (
  table: string,
  recipientId: string,
  {
    history = 0,
    payments = 0,
    alerts,
    deliveries,
    listenedEpoch,
    heldSearch,
    show,
    money,
    goals,
    goalsSent,
    leaders,
    endpoints,
  }: TotalsChange,
): readonly Write[] => {
  const counted = goals ?? leaders
  const conditions = [
    alerts && isUnchanged('alerts', 'from', alerts.from),
    deliveries && isUnchanged('lastDelivery', 'before', deliveries.from),
    listenedEpoch === undefined ? undefined : isEpoch(listenedEpoch),
    heldSearch && isText('heldSearch', heldSearch.from),
    money && isText('goals', money.from),
    money && isText('leaders', money.leaders),
    goals && isText('goals', goals.from),
    goalsSent && isText('goalsSent', goalsSent.from),
    leaders && isText('leaders', leaders.from),
    endpoints && isText('endpoints', endpoints.from),
    counted && isUnchanged('moneyVersion', 'moneyBefore', counted.moneyVersion),
  ]
  const isConditional = conditions.some((condition) => condition !== undefined)
  if (history === 0 && payments === 0 && !isConditional) return []
  return [
    update(
      table,
      { recipientId },
      {
        set: {
          alerts: alerts && alerts.from + alerts.added,
          newestAlertAt: alerts?.newestAt,
          lastDelivery: deliveries?.last,
          heldSearch: heldSearch?.to,
          show,
          goalsSent: goalsSent?.to,
          leaders: leaders?.to,
          endpoints: endpoints?.to,
          goals: goals?.to ?? (money && money.to !== money.from ? money.to : undefined),
        },
        add: {
          history: history || undefined,
          payments: payments || undefined,
          moneyVersion: money && 1,
          heldNoted: deliveries && deliveries.last - deliveries.from,
        },
        when: isConditional ? allOf(...conditions) : undefined,
        refusal: (found) => new TotalsChanged(found),
      },
    ),
  ]
}
