import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../contract/write.ts'
import { queryAll } from '../store/query.ts'
import { send } from '../store/send.ts'

/** An overlay, or another listener, of a recipient. */
export interface Overlay {
  readonly recipientId: string
  readonly overlayId: string
  /** Every delivery up to this sequence has been shown; absent until the first acknowledgement. */
  readonly acknowledged?: number
  /** The last delivery before it was there for the first time: what it is not shown, unless it asks for it. */
  readonly startsAfter?: number
  /** Where it listens now; absent while it is away. */
  readonly connectionId?: string
}

/** A connection and the epoch milliseconds since when it is open, by which the newest one of an overlay is told. */
export interface Connection {
  readonly connectionId: string
  readonly connectedAt: number
}

/** How far the overlays of a recipient have shown, and where they listen. */
export const overlayRepository = (client: DynamoDBDocumentClient, table: string) => {
  /** Updates one overlay; undefined when the condition does not hold. Every update can be repeated. */
  const update = async (
    recipientId: string,
    overlayId: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<Item | undefined> => {
    const command = new UpdateCommand({ TableName: table, Key: { recipientId, overlayId }, ...input })
    try {
      const { Attributes = {} } = await send((options) => client.send(command, options))
      return Attributes
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined
      throw error
    }
  }

  return {
    /** Makes the overlay unless it is there; a new one starts after the delivery `start`. */
    opening: (recipientId: string, overlayId: string, start: number, expiresAt: number): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, overlayId },
          UpdateExpression: 'SET startsAfter = if_not_exists(startsAfter, :start), expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':start': start, ':expiresAt': expiresAt },
        },
      },
      repeatable: true,
    }),

    /** Keeps an overlay that comes back. */
    reopening: (recipientId: string, overlayId: string, expiresAt: number, refusal: () => Error): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, overlayId },
          UpdateExpression: 'SET expiresAt = :expiresAt',
          ConditionExpression: 'attribute_exists(overlayId)',
          ExpressionAttributeValues: { ':expiresAt': expiresAt },
        },
      },
      repeatable: true,
      refusal,
    }),

    /** From now on the overlay listens at this connection. Undefined when it listens at a newer one, or is not known any more. */
    attach: async (
      recipientId: string,
      overlayId: string,
      { connectionId, connectedAt }: Connection,
    ): Promise<Overlay | undefined> => {
      const attributes = await update(recipientId, overlayId, {
        UpdateExpression: 'SET connectionId = :connectionId, connectedAt = :connectedAt',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(connectedAt) OR connectedAt < :connectedAt OR connectionId = :connectionId)',
        ExpressionAttributeValues: { ':connectionId': connectionId, ':connectedAt': connectedAt },
        ReturnValues: 'ALL_NEW',
      })
      return attributes as Overlay | undefined
    },

    /** The connection is gone; nothing changes when the overlay listens at another one by now. */
    detach: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      await update(recipientId, overlayId, {
        UpdateExpression: 'REMOVE connectionId, connectedAt',
        ConditionExpression: 'connectionId = :connectionId',
        ExpressionAttributeValues: { ':connectionId': connectionId },
      })
    },

    /** Acknowledgements only rise, whatever order they come in. */
    acknowledge: async (recipientId: string, overlayId: string, sequence: number): Promise<void> => {
      await update(recipientId, overlayId, {
        UpdateExpression: 'SET acknowledged = :sequence',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(acknowledged) OR acknowledged < :sequence)',
        ExpressionAttributeValues: { ':sequence': sequence },
      })
    },

    /** The overlays that listen now, as far as is known. */
    listening: async (recipientId: string): Promise<readonly (Overlay & { readonly connectionId: string })[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        FilterExpression: 'attribute_exists(connectionId)',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Overlay & { readonly connectionId: string })[]
    },
  }
}

export type OverlayRepository = ReturnType<typeof overlayRepository>
