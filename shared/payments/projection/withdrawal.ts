import { alertId } from '../../alerts/alert.ts'
import { alertWrites } from '../../alerts/alertWrites.ts'
import type { Item, Write } from '../../contract/write.ts'
import { Outdated } from '../../store/outdated.ts'
import type { StoredPayment } from '../payment.ts'
import { type Effect, metadataText } from './appearance.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

const changedItem = (
  table: string,
  { recipientId, id, deleted }: { readonly recipientId: string; readonly id: unknown; readonly deleted: unknown },
  update: string,
  values: Readonly<Record<string, unknown>>,
): Write => ({
  operation: {
    Update: {
      TableName: table,
      Key: { recipientId, id },
      UpdateExpression: update,
      ConditionExpression: 'deleted = :was',
      ExpressionAttributeValues: { ':was': deleted, ...values },
    },
  },
  repeatable: false,
  refusal: (found) => new Outdated(found),
})

const itemOf = ({ recipientId }: StoredPayment, { id, deleted }: Item) => ({ recipientId, id, deleted })

const visibility = (
  tables: ProjectionTables,
  { payment, place, hasAlert }: ProjectionState,
  hidden: boolean,
): Write[] =>
  hasAlert
    ? [alertWrites(tables.alerts).visibility(payment.recipientId, alertId(payment.recipientId, place.id), hidden)]
    : []

/** A video that nobody is to see any more is as good as seen. */
const withdrawnVideo = (table: string, recipientId: string, id: string): Write => ({
  operation: {
    Update: {
      TableName: table,
      Key: { recipientId, id },
      UpdateExpression: 'SET #status = :handled',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':handled': 'handled' },
    },
  },
  repeatable: true,
})

/**
 * Takes back what a refunded or disputed payment had led to: its item is marked, and leaves lists, totals and prints; its alert is
 * hidden; media that were not shown yet never are. An item that its owner had deleted himself is marked only.
 */
export const withdrawal = (tables: ProjectionTables, state: ProjectionState, item: Item): Effect => {
  const { payment } = state
  const { recipientId, videoIds = [] } = payment
  const isListed = item['listedAt'] !== undefined
  const update = item['deleted'] === true ? '' : ', deleted = :deleted, withdrawn = :deleted REMOVE listedAt'
  return {
    writes: [
      changedItem(tables.history, itemOf(payment, item), `SET metadata = :metadata${update}`, {
        ':metadata': metadataText(payment),
        ...(update !== '' && { ':deleted': true }),
      }),
      ...visibility(tables, state, true),
      ...videoIds.map((id) => withdrawnVideo(tables.videos, recipientId, id)),
    ],
    totals: isListed ? { history: -1 } : {},
  }
}

/** Brings back what `withdrawal` had taken, after a dispute was decided for the recipient. What he had deleted himself stays deleted. */
export const reinstatement = (tables: ProjectionTables, state: ProjectionState, item: Item): Effect => {
  const { payment } = state
  const metadata = { ':metadata': metadataText(payment) }
  const target = itemOf(payment, item)
  if (item['withdrawn'] !== true || item['deleted'] !== true)
    return { writes: [changedItem(tables.history, target, 'SET metadata = :metadata REMOVE withdrawn', metadata)] }
  const listing = item['orderKey'] === undefined ? '' : ', listedAt = orderKey'
  return {
    writes: [
      changedItem(tables.history, target, `SET metadata = :metadata, deleted = :deleted${listing} REMOVE withdrawn`, {
        ...metadata,
        ':deleted': false,
      }),
      ...visibility(tables, state, false),
    ],
    totals: listing === '' ? {} : { history: 1 },
  }
}
