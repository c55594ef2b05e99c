import { type AlertChanges, alertChange } from '../../alerts/alertWrites.ts'
import { levelNameOf } from '../../alerts/rules.ts'
import type { Item, Write } from '../../contract/write.ts'
import { isListable, itemChange, listing } from '../../history/historyWrites.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import type { Money } from '../../money/money.ts'
import type { StoredPayment } from '../payment.ts'
import { isWithdrawn, statusOf } from '../paymentStatus.ts'
import {
  actionDeliveries,
  boughtActions,
  type Effect,
  metadataText,
  requestedIds,
  requestedVideos,
  toldActions,
} from './appearance.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

type Attributes = Readonly<Record<string, unknown>>

/** The changes of an item and of its alert; `listed` is the change of the total. */
interface Change {
  readonly item: Attributes
  readonly removed: readonly string[]
  readonly alert: AlertChanges
  readonly listed: number
}

const none: Change = { item: {}, removed: [], alert: {}, listed: 0 }

/**
 * A refunded or disputed payment is removed from lists, totals and prints, and its alert is hidden. `withdrawn` stores the item's previous state
 * (`listed`, or `deleted` by its owner), which is restored when a dispute is won; until then its owner cannot restore the item.
 */
const standingChange = (item: Item, isWithdrawnNow: boolean): Change => {
  const was = item['withdrawn']
  if (isWithdrawnNow === (was !== undefined)) return none
  if (isWithdrawnNow) {
    const withdrawn = item['deleted'] === true ? 'deleted' : 'listed'
    const listed = isListable(item) && withdrawn === 'listed' ? -1 : 0
    return { item: { deleted: true, withdrawn, ...listing(item, true) }, removed: [], alert: { hidden: true }, listed }
  }
  if (was === 'deleted') return { ...none, removed: ['withdrawn'] }
  return {
    item: { deleted: false, ...listing(item, false) },
    removed: ['withdrawn'],
    alert: { hidden: false },
    listed: isListable(item) ? 1 : 0,
  }
}

const isEmpty = (attributes: Attributes): boolean => Object.values(attributes).every((value) => value === undefined)

const alertWrites = (
  table: string,
  { recipientId, alertPosition: position }: Item,
  { alert }: Change,
): readonly Write[] =>
  isEmpty(alert) || position === undefined ? [] : [alertChange(table, String(recipientId), Number(position), alert)]

type Late = Pick<StoredPayment, 'nickname' | 'message' | 'attachments' | 'actions'> & { readonly amount?: Money }

/** The details of the payment that its item lacks. */
const lateDetails = (payment: StoredPayment, item: Item): Late =>
  Object.fromEntries(
    (['nickname', 'message', 'amount', 'attachments', 'actions'] as const).flatMap((name) =>
      item[name] === undefined && payment[name] !== undefined ? [[name, payment[name]]] : [],
    ),
  )

const merged = (left: Change, right: Omit<Change, 'listed'>): Change => ({
  ...left,
  item: { ...left.item, ...right.item },
  removed: [...left.removed, ...right.removed],
  alert: { ...left.alert, ...right.alert },
})

/**
 * Brings the item that is there to where its payment is: taken back, or back again, and with what its completion or a later report knows
 * and the item has not. Stripe tells of a session, and with it of what the donor wrote and bought, after it has told of the payment; an item
 * that its owner had imported may have no amount. The alert is shown no second time; media and actions are only now asked for.
 */
export const settledItem = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'prepared' | 'withdrawal'>,
  state: ProjectionState,
  item: Item,
  now: Date,
): Effect => {
  const { payment, basis } = state
  const isWithdrawnNow = isWithdrawn(payment)
  const isCompleted = statusOf(payment) === 'completed'
  // An imported item is not changed before its payment is completed or withdrawn.
  if (!isWithdrawnNow && !isCompleted && item['withdrawn'] === undefined) return { writes: [] }
  const { actions, attachments, amount, ...texts } = isCompleted ? lateDetails(payment, item) : {}
  const { videoIds = [] } = item as { readonly videoIds?: readonly string[] }
  const from = basis.totals.lastDelivery
  const judged = actions === undefined ? [] : boughtActions(state)
  const deliveries = actionDeliveries(tables.deliveries, state, judged, from, now)
  const requested = attachments === undefined ? [] : requestedVideos(videos, payment)
  const levelName =
    amount && item['levelName'] === undefined ? levelNameOf(amount, basis.levels) || undefined : undefined
  const metadata = metadataText(payment)
  const shown = { ...texts, amount, levelName }
  const { refunded } = payment
  const isWonBack = refunded === undefined && item['refunded'] !== undefined
  const change = merged(standingChange(item, isWithdrawnNow), {
    removed: isWonBack ? ['refunded'] : [],
    item: {
      ...shown,
      refunded,
      attachments,
      ...(actions && { actions: JSON.stringify(toldActions(judged)) }),
      ...(metadata !== item['metadata'] && { metadata }),
      ...requestedIds(requested),
      paymentVersion: payment.version,
    },
    alert: { ...shown, ...(attachments?.[0] !== undefined && { media: { url: attachments[0] } }) },
  })
  return {
    writes: [
      itemChange(tables.history, item, change.item, change.removed),
      ...alertWrites(tables.alerts, item, change),
      ...deliveries,
      ...requested.map(({ write }) => write),
      ...(isWithdrawnNow ? videoIds.map((id) => videos.withdrawal(payment.recipientId, id)) : []),
    ],
    totals: {
      history: change.listed,
      ...(deliveries.length > 0 && { deliveries: { from, last: from + deliveries.length } }),
    },
    isNoted: true,
  }
}
