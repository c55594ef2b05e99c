import type { Item, Write } from '../../contract/write.ts'
import { itemChange } from '../../history/historyWrites.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
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

/** Sets the attributes that are there, none where nothing is: `attributes` names them as they are stored. */
const itemDetails = (table: string, item: Item, attributes: Readonly<Record<string, unknown>>): readonly Write[] => {
  const set = setExpression(attributes)
  if (set === undefined) return []
  return [itemChange(table, item, set.UpdateExpression, set.ExpressionAttributeValues, set.ExpressionAttributeNames)]
}

const alertDetails = (
  table: string,
  recipientId: string,
  { alertPosition: position }: Item,
  attributes: Readonly<Record<string, unknown>>,
): readonly Write[] => {
  const set = setExpression(attributes)
  if (set === undefined || position === undefined) return []
  const target = { TableName: table, Key: { recipientId, position } }
  return [
    { operation: { Update: { ...target, ...set, ConditionExpression: 'attribute_exists(id)' } }, repeatable: true },
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
  const { payment, basis } = state
  const { recipientId } = payment
  const late = <Name extends 'nickname' | 'message' | 'attachments' | 'actions'>(name: Name) =>
    item[name] === undefined ? payment[name] : undefined
  const [texts, attachments, actions] = [
    { nickname: late('nickname'), message: late('message') },
    late('attachments'),
    late('actions'),
  ]
  const from = basis.totals.lastDelivery
  const judged = actions === undefined ? [] : boughtActions(state)
  const deliveries = actionDeliveries(tables.deliveries, payment, judged, from, now)
  const requested = attachments === undefined ? [] : requestedVideos(videos, payment)
  return {
    writes: [
      ...itemDetails(tables.history, item, {
        ...texts,
        attachments,
        actions: actions && JSON.stringify(toldActions(judged)),
        metadata: attachments && metadataText(payment),
      }),
      ...alertDetails(tables.alerts, recipientId, item, {
        ...texts,
        media: attachments && { url: attachments[0] },
      }),
      ...deliveries,
      ...requested.map(({ write }) => write),
    ],
    totals: deliveries.length === 0 ? {} : { deliveries: { from, last: from + deliveries.length } },
    payment: attachments === undefined ? {} : { videoIds: requested.map(({ id }) => id) },
  }
}
