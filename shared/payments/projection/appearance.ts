import { contentsDeliveryWrite } from '../../alerts/delivery.ts'
import { raiseAlerts } from '../../alerts/raiseAlerts.ts'
import type { Write } from '../../contract/write.ts'
import type { HistoryEvent } from '../../history/historyItem.ts'
import { historyAddition } from '../../history/historyWrites.ts'
import { videoLinkFrom } from '../../media/rules.ts'
import { requestedVideoId, type VideoRepository } from '../../media/videoRepository.ts'
import type { TotalsChange } from '../../totals/totals.ts'
import type { StoredPayment } from '../payment.ts'
import { statusOf } from '../standing.ts'
import type { HistoryPlace } from './historyPlace.ts'
import { deliverableActions } from './paidActions.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

/** What a projection does to the stores, and to the totals and the payment, each of which a transaction may write only once. */
export interface Effect {
  readonly writes: readonly Write[]
  readonly totals?: TotalsChange
  readonly payment?: Readonly<Record<string, unknown>>
}

/** Ids of the videos that a payment asks for, in the order of its attachments: what is no link to a video has none. */
const requestedVideoIds = ({ recipientId, id: paymentId, attachments = [] }: StoredPayment): readonly string[] => {
  const links = attachments.flatMap((attachment) => videoLinkFrom(attachment) ?? [])
  return [...new Set(links.map((link) => requestedVideoId(recipientId, paymentId, link)))]
}

/** What the history tells of the payment behind an item. */
const metadataOf = (payment: StoredPayment): Readonly<Record<string, unknown>> => ({
  paymentId: payment.id,
  gateway: payment.gateway,
  status: statusOf(payment),
  videoIds: requestedVideoIds(payment),
})

/** The same as it is stored. */
export const metadataText = (payment: StoredPayment): string => JSON.stringify(metadataOf(payment))

const eventOf = (payment: StoredPayment, { id, originId }: HistoryPlace): HistoryEvent => {
  const {
    system,
    createdAt,
    completedAt = createdAt,
    nickname,
    message,
    amount,
    attachments = [],
    actions = [],
    goal,
    test,
  } = payment
  return {
    id,
    system,
    event: 'payment',
    originId,
    timestamp: completedAt,
    nickname,
    message,
    amount,
    attachments,
    actions: actions.map((action) => ({ ...action, parameters: { ...action.parameters } })),
    goals: goal === undefined ? [] : [goal],
    metadata: metadataOf(payment),
    ...(test && { test }),
  }
}

/** The videos among the attachments, each once, and the writes that prepare them. */
export const requestedVideos = (videos: Pick<VideoRepository, 'prepared'>, payment: StoredPayment) => {
  const { recipientId, id: paymentId, system, nickname = '', attachments = [], test } = payment
  const prepared = attachments.flatMap((attachment) => {
    const link = videoLinkFrom(attachment)
    if (link === undefined) return []
    return [videos.prepared(recipientId, { ...link, paymentId, system, title: '', owner: nickname, test })]
  })
  return [...new Map(prepared.map((video) => [video.id, video])).values()]
}

/** Deliveries of the actions that were bought, from a sequence on. */
export const actionDeliveries = (
  table: string,
  { payment, registered }: ProjectionState,
  first: number,
  now: Date,
): readonly Write[] => {
  const { recipientId, id: paymentId, nickname = '', amount, actions = [], test } = payment
  return deliverableActions(amount, actions, registered).map(
    ({ id, actionId, parameters, registered: action }, index) => {
      const { name, game, category } = action
      const contents = { id, actionId, name, game, category, parameters, paymentId, nickname }
      return contentsDeliveryWrite(table, { recipientId, sequence: first + index, kind: 'action', contents, test, now })
    },
  )
}

/** Makes a completed payment appear: its history item, its alert, its actions and its media requests, which become ready on their own. */
export const appearance = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'prepared'>,
  state: ProjectionState,
  now: Date,
): Effect => {
  const { payment, place, basis } = state
  const { recipientId } = payment
  const event = eventOf(payment, place)
  const raised = raiseAlerts(tables, { recipientId, events: [event], basis, now })
  // The level that the amount had on that day stands in the history too: thresholds change.
  const levelName = raised.alerts[0]?.levelName
  const { first = 0, last = 0 } = raised.totals.deliveries ?? {}
  const deliveries = actionDeliveries(tables.deliveries, state, last + 1, now)
  const requested = requestedVideos(videos, payment)
  return {
    writes: [
      historyAddition(tables.history, recipientId, { ...event, ...(levelName && { levelName }) }),
      ...raised.writes,
      ...deliveries,
      ...requested.map(({ write }) => write),
    ],
    totals: {
      ...raised.totals,
      deliveries: { first, last: last + deliveries.length },
      ...(!payment.test && { history: 1 }),
    },
    payment: { historyItemId: place.id, videoIds: requested.map(({ id }) => id) },
  }
}
