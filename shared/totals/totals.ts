import type { Item, Write } from '../contract/write.ts'
import { Conflict } from '../store/retryOnConflict.ts'

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
}

/** Totals of a recipient's item; without one, nothing was counted yet. */
export const totalsFromItem = (item: Item | undefined): Totals => {
  const {
    history = 0,
    payments = 0,
    alerts = 0,
    newestAlertAt = '',
    lastDelivery = 0,
  } = (item ?? {}) as Partial<Totals>
  return { history, payments, alerts, newestAlertAt, lastDelivery }
}

/** The totals are not what was read any more. It carries the recipient's item, so that nothing else has to be read again. */
export class TotalsChanged extends Conflict {}

/** The sum of the changes of one transaction. A transaction may write an item only once, so all of its parts share this change. */
export interface TotalsChange {
  readonly history?: number
  readonly payments?: number
  /** Alerts that get positions: refused when the total is not `from` any more. */
  readonly alerts?: { readonly from: number; readonly added: number; readonly newestAt: string }
  /** The sequences up to `last` are used up: refused when the last one is not `from` any more, so each showing knows the one before it. */
  readonly deliveries?: { readonly from: number; readonly last: number }
  /** Changes nothing: refused when all media were marked as listened to since this epoch was read. */
  readonly listenedEpoch?: string
}

interface Clause {
  readonly set?: string
  readonly add?: string
  readonly condition?: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The condition that a number is what was read, where none reads as 0. */
const unchanged = (name: string, placeholder: string, value: number): string =>
  value === 0 ? `(attribute_not_exists(${name}) OR ${name} = ${placeholder})` : `${name} = ${placeholder}`

const clausesOf = ({ history, payments, alerts, deliveries, listenedEpoch }: TotalsChange): readonly Clause[] => [
  ...(history ? [{ add: 'history :history', values: { ':history': history } }] : []),
  ...(payments ? [{ add: 'payments :payments', values: { ':payments': payments } }] : []),
  ...(alerts
    ? [
        {
          set: 'alerts = :alerts, newestAlertAt = :newestAlertAt',
          condition: unchanged('alerts', ':from', alerts.from),
          values: { ':from': alerts.from, ':alerts': alerts.from + alerts.added, ':newestAlertAt': alerts.newestAt },
        },
      ]
    : []),
  ...(deliveries
    ? [
        {
          set: 'lastDelivery = :last',
          condition: unchanged('lastDelivery', ':before', deliveries.from),
          values: { ':before': deliveries.from, ':last': deliveries.last },
        },
      ]
    : []),
  ...(listenedEpoch === undefined
    ? []
    : [
        listenedEpoch === ''
          ? { condition: 'attribute_not_exists(listenedEpoch)', values: {} }
          : { condition: 'listenedEpoch = :epoch', values: { ':epoch': listenedEpoch } },
      ]),
]

/** The change of a recipient's totals, none when there is nothing to change. Raises `TotalsChanged`. */
export const totalsWrites = (table: string, recipientId: string, change: TotalsChange): readonly Write[] => {
  const clauses: readonly Clause[] = clausesOf(change)
  if (clauses.length === 0) return []
  const all = (part: 'set' | 'add' | 'condition') => clauses.flatMap((clause) => clause[part] ?? [])
  const [sets, adds, conditions] = [all('set'), all('add'), all('condition')]
  const expression = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
  ].join(' ')
  return [
    {
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId },
          UpdateExpression: expression,
          ExpressionAttributeValues: Object.assign({}, ...clauses.map(({ values }) => values)),
          ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
        },
      },
      repeatable: false,
      refusal: (found) => new TotalsChanged(found),
    },
  ]
}
