import type { Item } from '../../../contract/write.ts'
import { decimalFromMoney } from '../../../runtime/money/decimal.ts'
import type { Money } from '../../../runtime/money/money.ts'
import type { AlertChanges } from '../../alerts/alertRepository.ts'
import { moderated } from '../../alerts/moderated.ts'
import { levelNameOf } from '../../alerts/rules.ts'
import type { EventType } from '../../endpoints/eventTypes.ts'
import { isHeldBack } from '../../events/isHeldBack.ts'
import { isListable, itemChange, listing } from '../../history/historyWrites.ts'
import { returning, shownChange } from '../../history/shownChange.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import { type Counted, moneyChanges } from '../../totals/goal.ts'
import { moneyInHistory } from '../../totals/totals.ts'
import type { StoredPayment } from '../payment.ts'
import { isWithdrawn, statusOf } from '../paymentStatus.ts'
import {
  actionDeliveries,
  anonymous,
  boughtActions,
  type Effect,
  historyActions,
  metadataText,
  requestedIds,
  requestedVideos,
  withheldActions,
} from './firstProjection.ts'
import { paymentMessages } from './paymentMessages.ts'
import { type ProjectionState, type ProjectionTables, shownVersion } from './projectionRepository.ts'

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
 * A refunded or disputed payment is removed from lists, totals and prints, and its alert is hidden. `withdrawn` stores
 * the item's previous state (`listed`, or `deleted` by its owner), which is restored when a dispute is won; until then
 * its owner cannot restore the item.
 */
const withdrawalChange = (item: Item, isWithdrawnNow: boolean): Change => {
  const was = item['withdrawn']
  if (isWithdrawnNow === (was !== undefined)) return none
  if (isWithdrawnNow) {
    const withdrawn = item['deleted'] === true ? 'deleted' : 'listed'
    const listed = isListable(item) && withdrawn === 'listed' ? -1 : 0
    const alert = withdrawn === 'listed' ? { move: 'leaves' as const } : {}
    return { item: { deleted: true, withdrawn, ...listing(item, true) }, removed: [], alert, listed }
  }
  if (was === 'deleted') return { ...none, removed: ['withdrawn'] }
  return {
    item: { deleted: false, ...listing(item, false) },
    removed: ['withdrawn'],
    alert: returning(item),
    listed: isListable(item) ? 1 : 0,
  }
}

/** The event that a change is, of which endpoints are informed; undefined for details that come late. */
const eventTypeOf = (payment: StoredPayment, item: Item, isRefundedAnew: boolean): EventType | undefined => {
  if (isWithdrawn(payment) !== (item['withdrawn'] !== undefined)) {
    if (!isWithdrawn(payment)) return 'payment.reinstated'
    return statusOf(payment) === 'disputed' ? 'payment.disputed' : 'payment.refunded'
  }
  // An imported item gets its payment.
  if (shownVersion(item) === 0 && statusOf(payment) === 'completed') return 'payment.completed'
  return isRefundedAnew && payment.refunded !== undefined ? 'payment.refunded' : undefined
}

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

const decimalOf = (amount: Money | undefined): string | undefined => amount && decimalFromMoney(amount)

/**
 * Updates an existing item to the state of its payment: withdraws or reinstates it, and fills in details that came
 * later. Stripe reports a session, with the donor's texts and actions, after the payment; an imported item may have no
 * amount. The alert is not shown again, but overlays receive its change. Late media and actions are requested now.
 */
export const applyPaymentToItem = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'creation' | 'removal'>,
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
  const levelName =
    amount && item['levelName'] === undefined ? levelNameOf(amount, basis.levels) || undefined : undefined
  const metadata = metadataText(payment)
  const shown = { ...texts, amount, levelName }
  const isWithoutTexts = texts.nickname === undefined && texts.message === undefined
  // Texts that come late are moderated as early ones are: the alert leaves the screen until somebody decides, or is
  // held when its item returns.
  const late = moderated(shown, isWithoutTexts || item['test'] === true ? undefined : basis.moderation)
  const withdrawal = withdrawalChange(item, isWithdrawnNow)
  const isHeldNow = late.isHeld && !isHeldBack(item)
  const hold = isHeldNow && item['alertPosition'] !== undefined ? { heldAt: now.toISOString() } : {}
  const isHeld = isHeldBack({ ...item, ...hold })
  const bought = actions === undefined ? [] : boughtActions(state)
  const assessed = isHeld ? withheldActions(bought) : bought
  const isAnonymous = item['anonymous'] === true || late.nickname !== texts.nickname
  const named = isAnonymous ? anonymous(payment) : payment
  const requested = attachments === undefined || isHeld ? [] : requestedVideos(videos, named)
  const isListed = (withdrawal.item['deleted'] ?? item['deleted']) !== true
  const held: AlertChanges = {
    ...(isListed ? { state: 'held', move: undefined } : { stateBefore: 'held' }),
    ...hold,
  }
  const { refunded } = payment
  const refundedBefore = item['refunded'] as Money | undefined
  const isRefundedAnew = decimalOf(refunded) !== decimalOf(refundedBefore)
  const change = merged(withdrawal, {
    removed: refunded === undefined && refundedBefore !== undefined ? ['refunded'] : [],
    item: {
      ...shown,
      refunded,
      attachments,
      ...(actions && { actions: JSON.stringify(historyActions(assessed)) }),
      ...(metadata !== item['metadata'] && { metadata }),
      ...requestedIds(requested),
      ...hold,
      ...(isAnonymous && { anonymous: true }),
      paymentVersion: payment.version,
    },
    alert: {
      ...shown,
      nickname: late.nickname,
      message: late.message,
      ...(isHeldNow && held),
      ...(isRefundedAnew && { refunded: refunded ?? null }),
      ...(attachments?.[0] !== undefined && { media: { url: attachments[0] } }),
    },
  })
  const from = basis.totals.lastDelivery
  const shownAs = shownChange(tables, item, change.alert, from, now)
  const after = shownAs.totals.deliveries?.last ?? from
  const deliveries = actionDeliveries(
    tables.deliveries,
    { payment: named, identity: state.identity },
    assessed,
    after,
    now,
  )
  const changes = moneyChanges(item as unknown as Counted, {
    ...(item as unknown as Counted),
    ...change.item,
    amount: amount ?? (item['amount'] as Money | undefined),
  })
  const { money } = moneyInHistory(basis.totals, changes)
  const type = eventTypeOf(payment, item, isRefundedAnew)
  const last = after + deliveries.length
  return {
    writes: [
      itemChange(tables.history, item, change.item, change.removed),
      ...shownAs.writes,
      ...deliveries,
      ...(type === undefined ? [] : paymentMessages(tables, state, type, now, { ...item, ...hold })),
      ...requested.map(({ write }) => write),
      ...(isWithdrawnNow ? videoIds.map((id) => videos.removal(payment.recipientId, id)) : []),
    ],
    totals: {
      history: change.listed,
      ...(last > from && { deliveries: { from, last } }),
      ...(money && { money }),
    },
    ...(money && money.from !== money.to && { tellsGoals: true }),
    isInItem: true,
  }
}
