import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { send } from '../../mechanisms/aws/send.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { cached } from '../../runtime/cached.ts'
import { tableName } from '../../runtime/env.ts'

export interface Listener {
  readonly recipientId: string
  readonly overlayId: string
  /** The epoch second at which the session of its page ends; absent for overlays and programs. */
  readonly endsAt?: number
}

/** An item outlives its connection, which ends after two hours at the latest. */
const lifetimeSeconds = 3 * 60 * 60

/** Listeners by connection. API Gateway passes only the connection's id, so these methods take no recipient. */
export const connectionStore = (client: DynamoDBDocumentClient, table = tableName('connections')) => ({
  /** @param now epoch seconds */
  creation: (connectionId: string, { recipientId, overlayId, endsAt }: Listener, now: number): Write => {
    const listener = { recipientId, overlayId, ...(endsAt !== undefined && { endsAt }) }
    return put(table, { connectionId, ...listener, expiresAt: now + lifetimeSeconds }, { repeatable: true })
  },

  /** Eventually consistent at half the price, and cached: a connection's listener never changes. */
  find: cached(
    lifetimeSeconds * 1000,
    async (connectionId: string): Promise<Listener | undefined> => {
      const target = { TableName: table, Key: { connectionId } }
      const item = (await getItem(client, { ...target, ConsistentRead: false })) ?? (await getItem(client, target))
      return item as Listener | undefined
    },
    (listener) => listener !== undefined,
  ),

  remove: async (connectionId: string): Promise<void> => {
    const command = new DeleteCommand({ TableName: table, Key: { connectionId } })
    await send((options) => client.send(command, options))
  },
})

export type ConnectionStore = ReturnType<typeof connectionStore>
