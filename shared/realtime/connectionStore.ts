import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'

/** Who is at the other end of a connection. */
export interface Listener {
  readonly recipientId: string
  readonly overlayId: string
}

/** Seconds: connections end after two hours at the latest. */
const lifetime = 3 * 60 * 60

/** Listeners by connection: API Gateway tells functions nothing but its id, so this store is not asked by recipient. */
export const connectionStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** @param now epoch seconds */
  opening: (connectionId: string, { recipientId, overlayId }: Listener, now: number): Write => ({
    operation: {
      Put: { TableName: table, Item: { connectionId, recipientId, overlayId, expiresAt: now + lifetime } },
    },
    repeatable: true,
  }),

  /** What a connection is of never changes: a replica that knows it is believed, at half the price. */
  find: async (connectionId: string): Promise<Listener | undefined> => {
    const target = { TableName: table, Key: { connectionId } }
    const item = (await getItem(client, { ...target, ConsistentRead: false })) ?? (await getItem(client, target))
    return item as Listener | undefined
  },

  /** Forgets a connection and tells whose it was. */
  remove: async (connectionId: string): Promise<Listener | undefined> => {
    const command = new DeleteCommand({ TableName: table, Key: { connectionId }, ReturnValues: 'ALL_OLD' })
    const { Attributes } = await send((options) => client.send(command, options))
    return Attributes as Listener | undefined
  },
})

export type ConnectionStore = ReturnType<typeof connectionStore>
