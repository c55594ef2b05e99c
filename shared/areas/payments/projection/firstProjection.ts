import type { Write } from '../../../contract/write.ts'
import { moneyFromItem } from '../../../runtime/money/money.ts'
import type { PaidAction } from '../../actions/paidAction.ts'
import { contentsDeliveryWrite } from '../../alerts/delivery.ts'
import { raiseAlerts } from '../../alerts/raiseAlerts.ts'
import type { HistoryEvent } from '../../events/historyEvent.ts'
import { isHeldBack } from '../../events/isHeldBack.ts'
import { deliveryIdOf } from '../../history/actionCompletion.ts'
import { historyAddition, unseenAddition } from '../../history/historyWrites.ts'
import { videoLinkFrom } from '../../media/rules.ts'
import { requestedVideoId, type VideoRepository } from '../../media/videoRepository.ts'
import { donationEvent } from '../../platforms/donationEvent.ts'
import { goalsAfter, moneyChanges } from '../../totals/goal.ts'
import { moneyInHistory, type TotalsChange } from '../../totals/totals.ts'
import type { StoredPayment } from '../payment.ts'
import { statusOf } from '../paymentStatus.ts'
import type { HistoryIdentity } from './historyIdentity.ts'
import { type AssessedAction, assessedActions } from './paidActions.ts'
import { paymentMessages } from './paymentMessages.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

/** A projection's writes, and its changes of the totals and the payment, which a transaction may write only once. */
export interface Effect {
  readonly writes: readonly Write[]
  readonly totals?: TotalsChange
  readonly payment?: Readonly<Record<string, unknown>>
  /** The goals have changed, and no alert says it. */
  readonly tellsGoals?: true
  /** The history item stores the version of the payment that it shows: nothing has to be stored with the payment. */
  readonly isInItem?: true
}

/** Videos that one payment may ask for. */
const mostVideos = 5

/**
 * The videos that a payment links to, each once, a millisecond apart, so that their ids are in the order of the
 * attachments. Other links are skipped.
 */
const linkedVideos = ({ id: paymentId, createdAt, attachments = [] }: StoredPayment) => {
  const links = attachments.flatMap((attachment) => videoLinkFrom(attachment) ?? [])
  return [...new Map(links.map((link) => [link.url, link])).values()].map((link, position) => ({
    ...link,
    paymentId,
    requestedAt: new Date(Date.parse(createdAt) + position).toISOString(),
  }))
}

const linkedVideoIds = (payment: StoredPayment): readonly string[] =>
  linkedVideos(payment).map((video) => requestedVideoId(payment.recipientId, video))

/** The payment behind a history item, as the item's metadata show it. */
const metadataOf = (payment: StoredPayment): Readonly<Record<string, unknown>> => {
  const videoIds = linkedVideoIds(payment)
  const omitted = [...(payment.omitted ?? []), ...(videoIds.length > mostVideos ? ['videos'] : [])]
  return {
    paymentId: payment.id,
    gateway: payment.gateway,
    status: statusOf(payment),
    ...(payment.items && { items: payment.items }),
    videoIds: videoIds.slice(0, mostVideos),
    ...(omitted.length > 0 && { omitted }),
  }
}

export const metadataText = (payment: StoredPayment): string => JSON.stringify(metadataOf(payment))

const eventOf = (
  payment: StoredPayment,
  { id, originId }: HistoryIdentity,
  actions: readonly AssessedAction[],
): HistoryEvent => {
  const {
    system,
    createdAt,
    completedAt = createdAt,
    nickname,
    message,
    amount,
    refunded,
    attachments = [],
    goal,
    test,
  } = payment
  return {
    id,
    system,
    event: payment.event ?? 'payment',
    originId,
    timestamp: completedAt,
    nickname,
    message,
    amount,
    refunded,
    attachments,
    actions: historyActions(actions),
    goals: goal === undefined ? [] : [goal],
    levelName: payment.levelName,
    count: payment.count,
    metadata: metadataOf(payment),
    ...(test && { test }),
  }
}

/** A payment as its outputs know it whose donor they do not name. */
export const anonymous = (payment: StoredPayment): StoredPayment => ({ ...payment, nickname: '' })

/** The first videos among the attachments, each once, and the writes that prepare them. */
export const requestedVideos = (videos: Pick<VideoRepository, 'creation'>, payment: StoredPayment) => {
  const { recipientId, system, nickname = '', test } = payment
  return linkedVideos(payment)
    .slice(0, mostVideos)
    .map((video) => videos.creation(recipientId, { ...video, system, title: '', owner: nickname, test }))
}

/** Their ids as the history item stores them. */
export const requestedIds = (
  requested: readonly { readonly id: string }[],
): { readonly videoIds?: readonly string[] } =>
  requested.length > 0 ? { videoIds: requested.map(({ id }) => id) } : {}

/** The bought actions, each with its registration or the reason for which it is not delivered. */
export const boughtActions = ({
  payment,
  registered,
}: {
  readonly payment: StoredPayment
  readonly registered: ProjectionState['registered']
}): readonly AssessedAction[] => assessedActions(payment.amount, payment.actions ?? [], registered)

/** These actions of a donation that is held: none is delivered before a decision shows it. */
export const withheldActions = (actions: readonly AssessedAction[]): readonly AssessedAction[] =>
  actions.map((action) => ({ ...action, undelivered: action.undelivered ?? 'held' }))

/** These actions as a history item has them. */
export const historyActions = (actions: readonly AssessedAction[]): NonNullable<HistoryEvent['actions']> =>
  actions.map(({ registered, parameters, ...action }) => ({
    ...action,
    ...(registered && { name: registered.name }),
    parameters: { ...parameters },
    ...(action.undelivered === undefined && { completion: { state: 'open' } }),
  }))

/** Deliveries of the actions that were paid for, one after the other behind the delivery `after`. */
export const actionDeliveries = (
  table: string,
  { payment, identity }: { readonly payment: StoredPayment; readonly identity: Pick<HistoryIdentity, 'id'> },
  actions: readonly AssessedAction[],
  after: number,
  now: Date,
): readonly Write[] => {
  const { recipientId, id: paymentId, system, nickname = '', amount, test } = payment
  return actions
    .flatMap(({ id, actionId, parameters, registered, undelivered }, index): PaidAction[] => {
      if (registered === undefined || undelivered !== undefined) return []
      const { name, game, category } = registered
      const payload = JSON.parse(registered.payload)
      const deliveryId = deliveryIdOf(identity.id, index)
      const bought = { id, deliveryId, actionId, name, game, category, payload, parameters }
      return [{ ...bought, paymentId, system, nickname, amount: amount && moneyFromItem(amount) }]
    })
    .map((contents, index) =>
      contentsDeliveryWrite(table, { recipientId, after: after + index, kind: 'action', contents, test, now }),
    )
}

/** A payment that was refunded or disputed before it appeared only takes its place in the history. */
export const unseenWithdrawal = (
  tables: ProjectionTables,
  { payment, identity, item }: ProjectionState,
  now: Date,
): Effect => ({
  writes: [unseenAddition(tables.history, payment.recipientId, eventOf(payment, identity, []), now, item)],
  payment: { historyItemId: identity.id },
})

/** Makes a completed payment appear: history item, alert, actions, and media requests, which become ready later. */
export const firstProjection = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'creation'>,
  state: ProjectionState,
  now: Date,
): Effect => {
  const { payment, identity, basis } = state
  const { recipientId } = payment
  const bought = boughtActions(state)
  const event = eventOf(payment, identity, bought)
  const goals = goalsAfter(basis.totals.goals, moneyChanges(undefined, event))
  const raised = raiseAlerts(tables, { recipientId, events: [event], basis, now, goals })
  const appearedAt = now.toISOString()
  const [{ alert, ofItem = {} } = {}] = raised.alerts
  const { alertPosition } = ofItem
  const { money } = moneyInHistory(basis.totals, moneyChanges(undefined, { ...event, ...ofItem }))
  // All that a held donation shows waits for the decision.
  const isHeld = isHeldBack(ofItem)
  const actions = isHeld ? withheldActions(bought) : bought
  const shown = ofItem.anonymous ? anonymous(payment) : payment
  const deliveries = actionDeliveries(tables.deliveries, { payment: shown, identity }, actions, raised.last, now)
  const requested = isHeld ? [] : requestedVideos(videos, shown)
  const isAnnounced = basis.totals.announcesPayments && alert?.state === 'visible' && alertPosition !== undefined
  const projected = { paymentVersion: payment.version, appearedAt, ...requestedIds(requested) }
  return {
    writes: [
      historyAddition(
        tables.history,
        recipientId,
        { ...event, actions: historyActions(actions), ...ofItem, ...projected },
        now,
        state.item,
      ),
      ...raised.writes,
      ...deliveries,
      ...requested.map(({ write }) => write),
      ...paymentMessages(tables, state, 'payment.completed', now, ofItem),
      ...(isAnnounced ? [donationEvent(tables.streamEvents, recipientId, alertPosition, now)] : []),
    ],
    totals: {
      ...raised.totals,
      deliveries: { from: basis.totals.lastDelivery, last: raised.last + deliveries.length },
      ...(!payment.test && { history: 1 }),
      ...(money && { money }),
    },
    ...(payment.test && { payment: { historyItemId: identity.id, appearedAt, sequence: raised.last } }),
    isInItem: true,
  }
}
