import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { AlertItem } from '../alerts/alert.ts'
import { batchGet } from '../store/batchGet.ts'
import { send } from '../store/send.ts'
import { type AlertsById, alertIdsOf, type DeliveryItem, messagesFromItems } from './deliveries.ts'
import type { DeliveryMessage } from './serverMessages.ts'

/** Deliveries after a sequence: the messages, where they end, and whether there are more. */
export interface Continuation {
  readonly messages: readonly DeliveryMessage[]
  readonly through: number
  readonly more: boolean
}

interface Tables {
  readonly deliveries: string
  readonly alerts: string
}

/** What recipients are shown, in the order of its sequences. */
export const deliveryRepository = (client: DynamoDBDocumentClient, tables: Tables) => {
  const query = async (
    recipientId: string,
    range: string,
    input: Partial<QueryCommandInput>,
  ): Promise<readonly DeliveryItem[]> => {
    const { ExpressionAttributeValues, ...rest } = input
    const command = new QueryCommand({
      TableName: tables.deliveries,
      KeyConditionExpression: `recipientId = :recipientId AND #sequence ${range}`,
      ExpressionAttributeNames: { '#sequence': 'sequence' },
      ExpressionAttributeValues: { ':recipientId': recipientId, ...ExpressionAttributeValues },
      ConsistentRead: true,
      ...rest,
    })
    const { Items = [] } = await send((options) => client.send(command, options))
    return Items as unknown as DeliveryItem[]
  }

  const alertsOf = async (recipientId: string, items: readonly DeliveryItem[]): Promise<AlertsById> => {
    const ids = alertIdsOf(items)
    if (ids.length === 0) return new Map()
    const found = await batchGet(client, {
      [tables.alerts]: { Keys: ids.map((id) => ({ recipientId, id })), ConsistentRead: true },
    })
    return new Map((found[tables.alerts] ?? []).map((item) => [String(item['id']), item as unknown as AlertItem]))
  }

  return {
    /** The first deliveries after a sequence. Two round trips: alerts are read as they are now, hidden ones included. */
    following: async (recipientId: string, after: number, limit: number): Promise<Continuation> => {
      const items = await query(recipientId, '> :after', {
        ExpressionAttributeValues: { ':after': after },
        Limit: limit,
      })
      const alerts = await alertsOf(recipientId, items)
      return {
        messages: messagesFromItems(items, after, alerts),
        through: items.at(-1)?.sequence ?? after,
        more: items.length === limit,
      }
    },

    /** The messages of deliveries just made, oldest first. One round trip: what came before them is read beside their alerts. */
    fresh: async (recipientId: string, items: readonly DeliveryItem[]): Promise<readonly DeliveryMessage[]> => {
      const sequences = items.map(({ sequence }) => sequence)
      const [first, last] = [Math.min(...sequences), Math.max(...sequences)]
      const before = query(recipientId, '< :first', {
        ExpressionAttributeValues: { ':first': first },
        ScanIndexForward: false,
        Limit: 1,
        ProjectionExpression: '#sequence',
      })
      const from = query(recipientId, 'BETWEEN :first AND :last', {
        ExpressionAttributeValues: { ':first': first, ':last': last },
      })
      const [[previous], all, alerts] = await Promise.all([before, from, alertsOf(recipientId, items)])
      return messagesFromItems(all, previous?.sequence ?? 0, alerts).filter(({ sequence }) =>
        sequences.includes(sequence),
      )
    },
  }
}

export type DeliveryRepository = ReturnType<typeof deliveryRepository>
