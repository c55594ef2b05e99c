import type { Write } from '../../contract/write.ts'
import { testExpiry } from '../../history/historyItem.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import { Outdated } from '../../store/outdated.ts'
import { setExpression } from '../../store/setExpression.ts'
import { sortableDateTime } from '../../time/utc.ts'
import { totalsWrites } from '../../totals/totals.ts'
import type { StoredPayment } from '../payment.ts'
import { statusOf } from '../standing.ts'
import { appearance, type Effect } from './appearance.ts'
import { paymentOfItem } from './historyPlace.ts'
import { lateDetails } from './lateDetails.ts'
import type { ProjectionState, ProjectionTables } from './projectionRepository.ts'
import { reinstatement, withdrawal } from './withdrawal.ts'

const nothing: Effect = { writes: [] }

/** The payment is listed and counted from its first report on; tests are not, and are forgotten after a day. */
const listing = ({ id, createdAt, listedAt, test }: StoredPayment, now: Date): Effect => {
  if (test) return { writes: [], payment: { expiresAt: testExpiry(now) } }
  if (listedAt !== undefined) return nothing
  return { writes: [], totals: { payments: 1 }, payment: { listedAt: `${sortableDateTime(createdAt)}#${id}` } }
}

const effectOf = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'prepared'>,
  state: ProjectionState,
  now: Date,
): Effect => {
  const { payment, place, item } = state
  const status = statusOf(payment)
  const isWithdrawn = status === 'refunded' || status === 'disputed'
  if (item === undefined) {
    // What was refunded before it ever appeared never does, and what has appeared does not a second time.
    const appears = status === 'completed' && payment.historyItemId === undefined
    return appears ? appearance(tables, videos, state, now) : nothing
  }
  if (isWithdrawn) return withdrawal(tables, state, item)
  if (status !== 'completed') return nothing
  // The owner had imported it himself: it is in the history as he wanted it.
  if (payment.historyItemId === undefined) return { writes: [], payment: { historyItemId: place.id } }
  return paymentOfItem(item).status === status
    ? lateDetails(tables, videos, state, item, now)
    : reinstatement(tables, state, item)
}

/** Marks what was read of the payment as projected; refused when another report came in between. */
const projectedMark = (
  table: string,
  { recipientId, id, revision }: StoredPayment,
  attributes: Readonly<Record<string, unknown>>,
): Write => {
  const set = setExpression({ ...attributes, projection: 'done' })
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: `${set?.UpdateExpression}`,
        ConditionExpression: 'revision = :revision AND #projection = :due',
        ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
        ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ':revision': revision, ':due': 'due' },
      },
    },
    repeatable: false,
    refusal: (found) => new Outdated(found),
  }
}

/**
 * The writes that bring history, alerts, media, deliveries and totals to where the payment is, and mark it as projected: one
 * transaction, so that each happens once, however often and in whatever order its reports are told and its records delivered.
 */
export const projectionWrites = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'prepared'>,
  state: ProjectionState,
  now: Date,
): readonly Write[] => {
  const { payment } = state
  const [listed, effect] = [listing(payment, now), effectOf(tables, videos, state, now)]
  return [
    projectedMark(tables.payments, payment, { ...listed.payment, ...effect.payment }),
    ...effect.writes,
    ...totalsWrites(tables.recipients, payment.recipientId, { ...listed.totals, ...effect.totals }),
  ]
}
