import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import type { OverlayRepository } from '../../overlays/overlayRepository.ts'
import { batchGet } from '../../store/batchGet.ts'
import { getItem } from '../../store/getItem.ts'
import { epochSeconds } from '../../time/epochSeconds.ts'
import { storedPayment } from '../payment.ts'
import type { TraceFacts } from './timeline.ts'

interface Sources {
  readonly payments: string
  readonly history: string
  readonly videos: string
  readonly overlays: Pick<OverlayRepository, 'list'>
}

/** Reads what is stored of what a payment has led to. */
export const traceRepository = (client: DynamoDBDocumentClient, { payments, history, videos, overlays }: Sources) => {
  const readBeside = async (recipientId: string, historyItemId: string | undefined, videoIds: readonly string[]) => {
    if (historyItemId === undefined) return {}
    return batchGet(client, {
      [history]: { Keys: [{ recipientId, id: historyItemId }], ConsistentRead: true },
      ...(videoIds.length > 0 && {
        [videos]: { Keys: videoIds.map((id) => ({ recipientId, id })), ConsistentRead: true },
      }),
    })
  }

  return {
    read: async (recipientId: string, id: string): Promise<TraceFacts | undefined> => {
      const item = await getItem(client, { TableName: payments, Key: { recipientId, id } })
      if (item === undefined) return undefined
      const payment = storedPayment(item)
      const { historyItemId, videoIds = [] } = payment
      const now = epochSeconds()
      const placeOf = (video: Item) => videoIds.indexOf(String(video['id']))
      const [found, all] = await Promise.all([
        readBeside(recipientId, historyItemId, videoIds),
        overlays.list(recipientId),
      ])
      return {
        payment,
        item: found[history]?.[0],
        videos: (found[videos] ?? []).toSorted((left, right) => placeOf(left) - placeOf(right)),
        overlays: all.filter(({ expiresAt }) => expiresAt > now),
      }
    },
  }
}

export type TraceRepository = ReturnType<typeof traceRepository>
