import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Item, Write } from '../contract/write.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { epochSeconds } from '../time/epochSeconds.ts'
import { type ShownTimes, shownTime } from './shownTimes.ts'

/** An overlay, or another listener, of a recipient. */
export interface Overlay extends ShownTimes {
  readonly recipientId: string
  readonly overlayId: string
  /** What its owner calls it, or a program calls itself. */
  readonly name?: string
  readonly createdAt: string
  /** When it last connected, asked for deliveries or acknowledged one; absent until it has connected. */
  readonly lastSeenAt?: string
  /** Every delivery up to this sequence has been shown; absent until the first acknowledgement. */
  readonly acknowledged?: number
  /** The last delivery before it was there for the first time: what it is not shown, unless it asks for it. */
  readonly startsAfter?: number
  /** Where it listens now; absent while it is away. */
  readonly connectionId?: string
  /** Epoch milliseconds. */
  readonly connectedAt?: number
  /** Of the key by which it comes back. */
  readonly keyHash?: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** A connection and the epoch milliseconds since when it is open, by which the newest one of an overlay is told. */
export interface Connection {
  readonly connectionId: string
  readonly connectedAt: number
}

/** An overlay that listens now, as far as is known. */
type Listening = Pick<Overlay, 'recipientId' | 'overlayId'> & { readonly connectionId: string }

/** What is written when an overlay connects. All but the expiry stays as it was at the first connection. */
type Opening = Pick<Overlay, 'expiresAt' | 'name' | 'startsAfter' | 'keyHash'>

/** Why an overlay may not listen at a connection: it listens at a newer one, or its owner has revoked it. */
export type Dismissal = 'superseded' | 'revoked'

/** The overlays of a recipient: how far they have shown, and where they listen. */
export const overlayRepository = (client: DynamoDBDocumentClient, table: string) => {
  /** Updates one overlay. Without its item, it was revoked: an item outlives all connections of its overlay. Every update can be repeated. */
  const update = async (
    recipientId: string,
    overlayId: string,
    input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<Item | Dismissal> => {
    const command = new UpdateCommand({
      TableName: table,
      Key: { recipientId, overlayId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...input,
    })
    try {
      const { Attributes = {} } = await send((options) => client.send(command, options))
      return Attributes
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return error.Item === undefined ? 'revoked' : 'superseded'
      throw error
    }
  }

  const opening = (recipientId: string, overlayId: string, { expiresAt, ...once }: Opening, now: Date) => {
    const at = now.toISOString()
    const kept = Object.entries({ createdAt: at, ...once })
    const assignments = kept.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`)
    return {
      TableName: table,
      Key: { recipientId, overlayId },
      UpdateExpression: `SET lastSeenAt = :at, expiresAt = :expiresAt, ${assignments.join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(kept.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':at': at,
        ':expiresAt': expiresAt,
        ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])),
      },
    }
  }

  return {
    /** An overlay that has not connected yet. */
    creation: (recipientId: string, overlay: Omit<Overlay, 'recipientId'>): Write => ({
      operation: { Put: { TableName: table, Item: { ...overlay, recipientId } } },
      repeatable: true,
    }),

    /** Opens a connection of an overlay, which is made unless it is there. */
    opening: (recipientId: string, overlayId: string, values: Opening, now: Date): Write => ({
      operation: { Update: opening(recipientId, overlayId, values, now) },
      repeatable: true,
    }),

    /** Opens a connection of an overlay that has to be there still: who was revoked does not come back. */
    reopening: (recipientId: string, overlayId: string, values: Opening, now: Date, refusal: () => Error): Write => {
      const { ExpressionAttributeValues, ...update } = opening(recipientId, overlayId, values, now)
      return {
        operation: {
          Update: {
            ...update,
            ConditionExpression: 'expiresAt > :now',
            ExpressionAttributeValues: { ...ExpressionAttributeValues, ':now': epochSeconds(now) },
          },
        },
        repeatable: true,
        refusal,
      }
    },

    /** Removes an overlay unless it has registered a key since it was read, which would be left behind. */
    removal: (recipientId: string, { overlayId, keyHash }: Overlay): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: { recipientId, overlayId },
          ConditionExpression:
            keyHash === undefined
              ? 'attribute_exists(overlayId) AND attribute_not_exists(keyHash)'
              : 'keyHash = :keyHash',
          ...(keyHash !== undefined && { ExpressionAttributeValues: { ':keyHash': keyHash } }),
        },
      },
      repeatable: false,
      refusal: () => new Conflict(),
    }),

    /** From now on the overlay listens at this connection, unless it is dismissed. */
    attach: async (
      recipientId: string,
      overlayId: string,
      { connectionId, connectedAt }: Connection,
    ): Promise<Overlay | Dismissal> => {
      const attached = await update(recipientId, overlayId, {
        UpdateExpression: 'SET connectionId = :connectionId, connectedAt = :connectedAt, lastSeenAt = :at',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(connectedAt) OR connectedAt < :connectedAt OR connectionId = :connectionId)',
        ExpressionAttributeValues: {
          ':connectionId': connectionId,
          ':connectedAt': connectedAt,
          ':at': new Date().toISOString(),
        },
        ReturnValues: 'ALL_NEW',
      })
      return attached as Overlay | Dismissal
    },

    /** The connection is gone; nothing changes when the overlay listens at another one by now. */
    detach: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      await update(recipientId, overlayId, {
        UpdateExpression: 'REMOVE connectionId, connectedAt',
        ConditionExpression: 'connectionId = :connectionId',
        ExpressionAttributeValues: { ':connectionId': connectionId },
      })
    },

    /** Acknowledgements only rise, whatever order they come in. False when the overlay was revoked. */
    acknowledge: async (recipientId: string, overlayId: string, sequence: number): Promise<boolean> => {
      const now = new Date()
      const shown = shownTime(sequence, now)
      const acknowledged = await update(recipientId, overlayId, {
        UpdateExpression: `SET acknowledged = :sequence, lastSeenAt = :at, ${shown.name} = :shown`,
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(acknowledged) OR acknowledged < :sequence)',
        ExpressionAttributeValues: { ':sequence': sequence, ':at': now.toISOString(), ':shown': shown.value },
      })
      return acknowledged !== 'revoked'
    },

    /** All overlays of a recipient, those included that have expired and are not deleted yet. */
    list: async (recipientId: string): Promise<readonly Overlay[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Overlay)[]
    },

    /** The overlays that listen now, as far as is known. */
    listening: async (recipientId: string): Promise<readonly Listening[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        FilterExpression: 'attribute_exists(connectionId)',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Listening)[]
    },
  }
}

export type OverlayRepository = ReturnType<typeof overlayRepository>
