import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../../contract/write.ts'
import { batchGet } from '../../../mechanisms/store/batchGet.ts'
import { tableNames } from '../../../runtime/env.ts'
import { eventFromItem } from '../../history/historyRepository.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import { type StoredPayment, storedPayment } from '../payment.ts'
import {
  actionDeliveries,
  anonymous,
  boughtActions,
  historyActions,
  requestedIds,
  requestedVideos,
} from './firstProjection.ts'
import { paymentOfItem } from './historyIdentity.ts'
import type { AssessedAction, RegisteredAction } from './paidActions.ts'

/** What a held donation has bought, as it is now. */
interface Withheld {
  readonly payment: StoredPayment
  readonly registered: ReadonlyMap<string, RegisteredAction>
}

/** Reads what a held history item has bought; undefined for an item without a payment. */
export const withheldReader =
  (client: DynamoDBDocumentClient, tables = tableNames('payments', 'actions')) =>
  async (recipientId: string, item: Item): Promise<Withheld | undefined> => {
    const { paymentId } = paymentOfItem(item)
    if (paymentId === undefined || item['paymentVersion'] === undefined) return undefined
    const actionIds = new Set((eventFromItem(item).actions ?? []).map(({ actionId }) => actionId))
    const found = await batchGet(client, {
      [tables.payments]: { Keys: [{ recipientId, id: paymentId }], ConsistentRead: true },
      ...(actionIds.size > 0 && {
        [tables.actions]: { Keys: [...actionIds].map((id) => ({ recipientId, id })), ConsistentRead: true },
      }),
    })
    const [payment] = found[tables.payments] ?? []
    const actions = (found[tables.actions] ?? []) as unknown as readonly RegisteredAction[]
    return payment && { payment: storedPayment(payment), registered: new Map(actions.map((each) => [each.id, each])) }
  }

export type WithheldReader = ReturnType<typeof withheldReader>

/**
 * What a decision to show a held donation lets out: its actions, judged by their registrations of now, behind the
 * delivery `after`, and its videos. What had left before the donation was held does not leave again.
 */
export const release = (
  table: string,
  videos: Pick<VideoRepository, 'creation'>,
  item: Item,
  withheld: Withheld | undefined,
  after: number,
  now: Date,
): {
  readonly item: Readonly<Record<string, unknown>>
  readonly deliveries: number
  readonly writes: readonly Write[]
} => {
  if (withheld === undefined) return { item: {}, deliveries: 0, writes: [] }
  const known = eventFromItem(item).actions ?? []
  const isWithheld = (index: number): boolean => known[index]?.undelivered === 'held'
  const assessed = boughtActions(withheld)
  const released = assessed.map(
    (action, index): AssessedAction => (isWithheld(index) ? action : { ...action, undelivered: 'held' }),
  )
  const identity = { id: String(item['id']) }
  const payment = item['anonymous'] === true ? anonymous(withheld.payment) : withheld.payment
  const deliveries = actionDeliveries(table, { payment, identity }, released, after, now)
  const withoutHold = historyActions(assessed)
  const actions = known.map((action, index) => (isWithheld(index) ? (withoutHold[index] ?? action) : action))
  const requested =
    item['attachments'] === undefined || item['videoIds'] !== undefined ? [] : requestedVideos(videos, payment)
  return {
    item: {
      ...(known.some((_, index) => isWithheld(index)) && { actions: JSON.stringify(actions) }),
      ...requestedIds(requested),
    },
    deliveries: deliveries.length,
    writes: [...deliveries, ...requested.map(({ write }) => write)],
  }
}
