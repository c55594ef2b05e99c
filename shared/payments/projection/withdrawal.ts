import { alertVisibility } from '../../alerts/alertWrites.ts'
import type { Item, Write } from '../../contract/write.ts'
import { itemChange } from '../../history/historyWrites.ts'
import { type Effect, metadataText } from './appearance.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'

const visibility = (
  tables: ProjectionTables,
  recipientId: string,
  { alertPosition }: Item,
  hidden: boolean,
): Write[] =>
  alertPosition === undefined ? [] : [alertVisibility(tables.alerts, recipientId, Number(alertPosition), hidden)]

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
      itemChange(tables.history, item, `SET metadata = :metadata${update}`, {
        ':metadata': metadataText(payment),
        ...(update !== '' && { ':deleted': true }),
      }),
      ...visibility(tables, recipientId, item, true),
      ...videoIds.map((id) => withdrawnVideo(tables.videos, recipientId, id)),
    ],
    totals: isListed ? { history: -1 } : {},
  }
}

/** Brings back what `withdrawal` had taken, after a dispute was decided for the recipient. What he had deleted himself stays deleted. */
export const reinstatement = (tables: ProjectionTables, state: ProjectionState, item: Item): Effect => {
  const { payment } = state
  const metadata = { ':metadata': metadataText(payment) }
  if (item['withdrawn'] !== true || item['deleted'] !== true)
    return { writes: [itemChange(tables.history, item, 'SET metadata = :metadata REMOVE withdrawn', metadata)] }
  const listing = item['orderKey'] === undefined ? '' : ', listedAt = orderKey'
  return {
    writes: [
      itemChange(tables.history, item, `SET metadata = :metadata, deleted = :deleted${listing} REMOVE withdrawn`, {
        ...metadata,
        ':deleted': false,
      }),
      ...visibility(tables, payment.recipientId, item, false),
    ],
    totals: listing === '' ? {} : { history: 1 },
  }
}
