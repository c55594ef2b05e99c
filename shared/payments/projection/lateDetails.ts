import { alertId } from '../../alerts/alert.ts'
import { nextSequence } from '../../alerts/rules.ts'
import type { Item, Write } from '../../contract/write.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import { Outdated } from '../../store/outdated.ts'
import { setExpression } from '../../store/setExpression.ts'
import {
  actionDeliveries,
  boughtActions,
  type Effect,
  metadataText,
  requestedVideos,
  toldActions,
} from './appearance.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

const change = (
  table: string,
  recipientId: string,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
): readonly Write[] => {
  const set = setExpression(attributes)
  if (set === undefined) return []
  const target = { TableName: table, Key: { recipientId, id } }
  return [
    {
      operation: { Update: { ...target, ...set, ConditionExpression: 'attribute_exists(id)' } },
      repeatable: true,
      refusal: (found) => new Outdated(found),
    },
  ]
}

/**
 * What a report after the completion brought, where the item has nothing: Stripe tells of a session, and with it of what the donor
 * wrote and bought, after it has told of the payment. The alert is shown no second time; media and actions are only now asked for.
 */
export const lateDetails = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'prepared'>,
  state: ProjectionState,
  item: Item,
  now: Date,
): Effect => {
  const { payment, place, hasAlert, basis } = state
  const { recipientId } = payment
  const late = <Name extends 'nickname' | 'message' | 'attachments' | 'actions'>(name: Name) =>
    item[name] === undefined ? payment[name] : undefined
  const [texts, attachments, actions] = [
    { nickname: late('nickname'), message: late('message') },
    late('attachments'),
    late('actions'),
  ]
  const first = nextSequence(now, basis.totals.lastDelivery)
  const judged = actions === undefined ? [] : boughtActions(state)
  const deliveries = actionDeliveries(tables.deliveries, payment, judged, first, now)
  const requested = attachments === undefined ? [] : requestedVideos(videos, payment)
  return {
    writes: [
      ...change(tables.history, recipientId, place.id, {
        ...texts,
        attachments,
        actions: actions && JSON.stringify(toldActions(judged)),
        metadata: attachments && metadataText(payment),
      }),
      ...(hasAlert
        ? change(tables.alerts, recipientId, alertId(recipientId, place.id), {
            ...texts,
            media: attachments && { url: attachments[0] },
          })
        : []),
      ...deliveries,
      ...requested.map(({ write }) => write),
    ],
    totals: deliveries.length === 0 ? {} : { deliveries: { first, last: first + deliveries.length - 1 } },
    payment: attachments === undefined ? {} : { videoIds: requested.map(({ id }) => id) },
  }
}
