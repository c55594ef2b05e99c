import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../../contract/write.ts'
import { batchGet } from '../../../mechanisms/store/batchGet.ts'
import { getItem } from '../../../mechanisms/store/getItem.ts'
import { systemClock } from '../../../runtime/time/clock.ts'
import { epochSeconds } from '../../../runtime/time/utc.ts'
import type { AlertItem } from '../../alerts/alert.ts'
import { completionEventId, type EndpointMessage, messageId } from '../../endpoints/endpointMessage.ts'
import type { EndpointRepository } from '../../endpoints/endpointRepository.ts'
import { showsAlerts } from '../../overlays/overlayParts.ts'
import type { OverlayRepository } from '../../overlays/overlayRepository.ts'
import type { GatewayRepository } from '../gatewayRepository.ts'
import { isOverlayCheck } from '../payment.ts'
import { type IdentifiedPayment, identifiedPayment, paymentOfItem } from '../projection/historyIdentity.ts'
import type { TraceFacts } from './timeline.ts'

interface Sources {
  readonly payments: string
  readonly history: string
  readonly videos: string
  readonly alerts: string
  readonly endpointMessages: string
  readonly endpoints: Pick<EndpointRepository, 'list'>
  readonly overlays: Pick<OverlayRepository, 'list'>
  readonly gateways: Pick<GatewayRepository, 'read'>
}

export const traceRepository = (
  client: DynamoDBDocumentClient,
  { payments, history, videos, alerts, endpointMessages, endpoints, overlays, gateways }: Sources,
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
  ): Promise<Pick<TraceFacts, 'alertState' | 'heldAt' | 'goal'>> => {
    if (position === undefined) return {}
    const alert = await getItem(client, { TableName: alerts, Key: { recipientId, position } })
    const { state: alertState, goal, createdAt, heldAt = createdAt } = (alert ?? {}) as Partial<AlertItem>
    return { alertState, heldAt, goal }
  }

  /** The payment's history item, the state and goal of its alert, and the videos that it names. */
  const readBeside = async (
    payment: IdentifiedPayment,
  ): Promise<Omit<TraceFacts, 'payment' | 'credential' | 'informed' | 'overlays'>> => {
    if (isOverlayCheck(payment)) return { item: undefined, videos: [] }
    const { recipientId, id, historyItemId, identities } = payment
    const ids = historyItemId === undefined ? [identities.preferred.id, identities.other.id] : [historyItemId]
    const items = await itemsIn(history, recipientId, ids)
    const item = items.find((each) => paymentOfItem(each).paymentId === id)
    const { videoIds = [] } = (item ?? {}) as { readonly videoIds?: readonly string[] }
    const [found, alert] = await Promise.all([
      itemsIn(videos, recipientId, videoIds),
      readAlert(recipientId, item?.['alertPosition']),
    ])
    const positionOf = (video: Item) => videoIds.indexOf(String(video['id']))
    return { item, ...alert, videos: found.toSorted((left, right) => positionOf(left) - positionOf(right)) }
  }

  /** The webhooks of the payment's completion, each with its endpoint. */
  const readInformed = async (payment: IdentifiedPayment): Promise<NonNullable<TraceFacts['informed']>> => {
    if (isOverlayCheck(payment)) return []
    const { recipientId } = payment
    const all = await endpoints.list(recipientId)
    const eventId = completionEventId(recipientId, payment)
    const found = await itemsIn(
      endpointMessages,
      recipientId,
      all.map((endpoint) => messageId(endpoint.id, eventId)),
    )
    return (found as unknown as readonly EndpointMessage[]).flatMap((message) => {
      const endpoint = all.find((each) => each.id === message.endpointId)
      return endpoint === undefined ? [] : [{ message, url: endpoint.url }]
    })
  }

  return {
    read: async (recipientId: string, id: string): Promise<TraceFacts | undefined> => {
      const item = await getItem(client, { TableName: payments, Key: { recipientId, id } })
      if (item === undefined) return undefined
      const payment = identifiedPayment(item)
      const now = epochSeconds(clock())
      const [beside, informed, all, credential] = await Promise.all([
        readBeside(payment),
        readInformed(payment),
        overlays.list(recipientId),
        isOverlayCheck(payment) ? undefined : gateways.read(recipientId, payment.gatewayCredentialId),
      ])
      const overlaysOfAlerts = all.filter((overlay) => showsAlerts(overlay) && overlay.expiresAt > now)
      return { payment, credential, ...beside, informed, overlays: overlaysOfAlerts }
    },
  }
}

export type TraceRepository = ReturnType<typeof traceRepository>
