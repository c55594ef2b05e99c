import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AlertItem } from '../../alerts/alert.ts'
import type { Item } from '../../contract/write.ts'
import type { OverlayRepository } from '../../overlays/overlayRepository.ts'
import { batchGet } from '../../store/batchGet.ts'
import { getItem } from '../../store/getItem.ts'
import { systemClock } from '../../time/clock.ts'
import { epochSeconds } from '../../time/utc.ts'
import { isOverlayCheck } from '../payment.ts'
import { type PlaceablePayment, paymentOfItem, placeablePayment } from '../projection/historyPlace.ts'
import type { TraceFacts } from './timeline.ts'

interface Sources {
  readonly payments: string
  readonly history: string
  readonly videos: string
  readonly alerts: string
  readonly overlays: Pick<OverlayRepository, 'list'>
}

export const traceRepository = (
  client: DynamoDBDocumentClient,
  { payments, history, videos, alerts, overlays }: Sources,
  clock = systemClock,
) => {
  const itemsIn = async (table: string, recipientId: string, ids: readonly string[]): Promise<readonly Item[]> => {
    if (ids.length === 0) return []
    const Keys = ids.map((id) => ({ recipientId, id }))
    return (await batchGet(client, { [table]: { Keys, ConsistentRead: true } }))[table] ?? []
  }

  const readAlert = async (
    recipientId: string,
    position: unknown,
  ): Promise<Pick<TraceFacts, 'alertState' | 'goal'>> => {
    if (position === undefined) return {}
    const alert = await getItem(client, { TableName: alerts, Key: { recipientId, position } })
    const { state: alertState, goal } = (alert ?? {}) as Partial<AlertItem>
    return { alertState, goal }
  }

  /** The payment's history item, the state and goal of its alert, and the videos that it names. */
  const readBeside = async (payment: PlaceablePayment): Promise<Omit<TraceFacts, 'payment' | 'overlays'>> => {
    if (isOverlayCheck(payment)) return { item: undefined, videos: [] }
    const { recipientId, id, historyItemId, places } = payment
    const ids = historyItemId === undefined ? [places.preferred.id, places.other.id] : [historyItemId]
    const items = await itemsIn(history, recipientId, ids)
    const item = items.find((each) => paymentOfItem(each).paymentId === id)
    const { videoIds = [] } = (item ?? {}) as { readonly videoIds?: readonly string[] }
    const [found, alert] = await Promise.all([
      itemsIn(videos, recipientId, videoIds),
      readAlert(recipientId, item?.['alertPosition']),
    ])
    const placeOf = (video: Item) => videoIds.indexOf(String(video['id']))
    return { item, ...alert, videos: found.toSorted((left, right) => placeOf(left) - placeOf(right)) }
  }

  return {
    read: async (recipientId: string, id: string): Promise<TraceFacts | undefined> => {
      const item = await getItem(client, { TableName: payments, Key: { recipientId, id } })
      if (item === undefined) return undefined
      const payment = placeablePayment(item)
      const now = epochSeconds(clock())
      const [beside, all] = await Promise.all([readBeside(payment), overlays.list(recipientId)])
      return { payment, ...beside, overlays: all.filter(({ expiresAt }) => expiresAt > now) }
    },
  }
}

export type TraceRepository = ReturnType<typeof traceRepository>
