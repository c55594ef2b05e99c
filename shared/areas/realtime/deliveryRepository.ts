import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { send } from '../../mechanisms/aws/send.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { tableName, tableNames } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { AlertItem } from '../alerts/alert.ts'
import { deliveryRetentionSeconds } from '../alerts/delivery.ts'
import { alertSequence, positionAt } from '../alerts/sequences.ts'
import type { OverlayLook } from '../overlays/overlayLook.ts'
import type { UploadLinks } from '../uploads/uploadLinks.ts'
import { type DeliveryItem, deliveredPositions, messageFromAlert, messagesFromDeliveries } from './deliveries.ts'
import type { DeliveryMessage } from './serverMessages.ts'

/** The deliveries after a sequence: their messages, their last sequence, and whether there are more. */
export interface Continuation {
  readonly messages: readonly DeliveryMessage[]
  readonly through: number
  readonly more: boolean
}

interface Range {
  readonly table: string
  readonly key: 'position' | 'sequence'
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly isNewestFirst?: boolean
}

/** Whoever only looks for alerts may make no links. */
const unlinked: Pick<UploadLinks, 'look'> = { look: (_recipientId, look) => look }

/**
 * The messages of deliveries, in their order. Alerts that are repeated or were changed are read in their present state,
 * hidden ones included.
 */
export const deliveryMessages =
  (client: DynamoDBDocumentClient, alertsTable = tableName('alerts'), links = unlinked) =>
  async (recipientId: string, items: readonly DeliveryItem[]): Promise<readonly DeliveryMessage[]> => {
    const linked = (look: OverlayLook) => links.look(recipientId, look)
    const positions = deliveredPositions(items)
    if (positions.length === 0) return messagesFromDeliveries(items, new Map(), linked)
    const found = await batchGet(client, {
      [alertsTable]: { Keys: positions.map((position) => ({ recipientId, position })), ConsistentRead: true },
    })
    const alerts = (found[alertsTable] ?? []) as unknown as readonly AlertItem[]
    return messagesFromDeliveries(items, new Map(alerts.map((alert) => [alert.position, alert])), linked)
  }

/** Deliveries in the order of sequences: alerts by their positions, and the table's deliveries of all else. */
export const deliveryRepository = (
  client: DynamoDBDocumentClient,
  tables = tableNames('deliveries', 'alerts'),
  clock = systemClock,
  links = unlinked,
) => {
  const itemsIn = async <Stored>(
    recipientId: string,
    { table, key, from, to, limit, isNewestFirst = false }: Range,
  ): Promise<readonly Stored[]> => {
    if (from > to) return []
    const command = new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId AND #key BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#key': key },
      ExpressionAttributeValues: { ':recipientId': recipientId, ':from': from, ':to': to },
      ConsistentRead: true,
      ScanIndexForward: !isNewestFirst,
      Limit: limit,
    })
    const { Items = [] } = await send((options) => client.send(command, options))
    return Items as unknown as Stored[]
  }

  const alertsFrom = (recipientId: string, from: number, limit: number, isNewestFirst = false) =>
    itemsIn<AlertItem>(recipientId, {
      table: tables.alerts,
      key: 'position',
      from,
      to: Number.MAX_SAFE_INTEGER,
      limit,
      isNewestFirst,
    })

  /**
   * The first position from `from` to `to` whose alert was created at `since` or later, which holds for `to`. Positions
   * and times have the same order.
   */
  const firstSince = async (recipientId: string, from: number, to: number, since: string): Promise<number> => {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const [alert] = await alertsFrom(recipientId, middle, 1)
      if (alert !== undefined && alert.createdAt >= since) high = middle
      else low = middle + 1
    }
    return low
  }

  /** The alerts after a position, and the last position of them. Alerts that are older than a day are skipped. */
  const recentAlerts = async (recipientId: string, position: number, limit: number) => {
    const since = new Date(clock() - deliveryRetentionSeconds * 1000).toISOString()
    const following = await alertsFrom(recipientId, position + 1, limit)
    const reaching = (alerts: readonly AlertItem[]) => ({ alerts, reached: alerts.at(-1)?.position ?? position })
    const [oldest] = following
    if (oldest === undefined || oldest.createdAt >= since) return reaching(following)
    const [newest = oldest] = await alertsFrom(recipientId, position + 1, 1, true)
    if (newest.createdAt < since) return { alerts: [], reached: newest.position }
    return reaching(
      await alertsFrom(recipientId, await firstSince(recipientId, position + 1, newest.position, since), limit),
    )
  }

  const messagesOf = deliveryMessages(client, tables.alerts, links)

  return {
    /**
     * The first deliveries after a sequence, at most a day old. It takes two round trips, the alerts first: every
     * delivery up to the next alert is then committed, so that a commit in between leaves no gap in the answer.
     */
    page: async (recipientId: string, after: number, limit: number): Promise<Continuation> => {
      const { alerts, reached } = await recentAlerts(recipientId, positionAt(after), limit)
      const deliveries = await itemsIn<DeliveryItem>(recipientId, {
        table: tables.deliveries,
        key: 'sequence',
        from: after + 1,
        to: alertSequence(reached + 1) - 1,
        limit,
      })
      const others = await messagesOf(recipientId, deliveries)
      const all = [...alerts.map(messageFromAlert), ...others].toSorted((left, right) => left.sequence - right.sequence)
      const messages = all.slice(0, limit).map((message, index, before) => ({
        ...message,
        // Deliveries that are too old to be shown do not count as missing.
        after: before[index - 1]?.sequence ?? after,
      }))
      return { messages, through: messages.at(-1)?.sequence ?? after, more: all.length >= limit }
    },
  }
}

export type DeliveryRepository = ReturnType<typeof deliveryRepository>
