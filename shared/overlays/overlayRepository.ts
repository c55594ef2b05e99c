import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import { unknownId } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { systemClock } from '../time/clock.ts'
import { dueAttributes } from '../time/due.ts'
import { epochSeconds } from '../time/utc.ts'
import { type ShownTimes, shownTime } from './shownTimes.ts'

/** An overlay, or another listener, of a recipient. */
export interface Overlay extends ShownTimes {
  readonly recipientId: string
  readonly overlayId: string
  /** The name that it was made with, or by which the program connects. */
  readonly name?: string
  /** The name that its owner gave it later; it takes the place of the other one in answers. */
  readonly givenName?: string
  readonly createdAt: string
  /** The time at which it last connected, asked for deliveries or acknowledged one; absent until it has connected. */
  readonly lastSeenAt?: string
  /** Every delivery up to this sequence has been shown; absent until the first acknowledgement. */
  readonly acknowledged?: number
  /** The last delivery before its first connection. It gets that and earlier ones only if it asks for them. */
  readonly startsAfter?: number
  /** The id of its present connection; absent while it is not connected. */
  readonly connectionId?: string
  /** Epoch milliseconds. */
  readonly connectedAt?: number
  /** The hash of the key with which it connects again. */
  readonly keyHash?: string
  /** Epoch second. */
  readonly expiresAt: number
  /** The time of the first push that it did not take; absent when there is none. */
  readonly dueAt?: string
}

/** A connection and the epoch milliseconds at which it was opened. */
export interface Connection {
  readonly connectionId: string
  readonly connectedAt: number
}

/** A new connection, and the one of the same overlay from which it takes over. */
export interface Takeover extends Connection {
  readonly previous?: Connection | undefined
}

/** The overlay is connected otherwise than the takeover says. */
export class OtherConnection extends Error {
  override readonly name = 'OtherConnection'
  readonly connection: Connection | undefined

  constructor({ connectionId, connectedAt }: Item = {}) {
    super('the overlay has another connection')
    this.connection =
      connectionId === undefined
        ? undefined
        : { connectionId: String(connectionId), connectedAt: Number(connectedAt ?? 0) }
  }
}

/** An overlay that is connected, as far as the service knows. */
type Listening = Pick<Overlay, 'recipientId' | 'overlayId'> & { readonly connectionId: string }

/** The attributes that a connection writes. All but the expiry keep their values from the first connection. */
type Opening = Pick<Overlay, 'expiresAt' | 'name' | 'startsAfter' | 'keyHash'>

/** Why a connection gets no deliveries: its overlay has a newer one, or its owner revoked the overlay. */
export type Dismissal = 'superseded' | 'revoked'

/** The overlays of a recipient, with their last acknowledged delivery and their connection. */
export const overlayRepository = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  /** Updates one overlay. A missing item means that the overlay was revoked, because an item outlives all connections. Every update can be repeated. */
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

  /** The exact previous connection is a condition, so that each connection is closed by the one that takes over from it. */
  const opening = (
    recipientId: string,
    overlayId: string,
    { expiresAt, ...once }: Opening,
    { connectionId, connectedAt, previous }: Takeover,
    now: Date,
  ) => {
    const at = now.toISOString()
    const kept = Object.entries({ createdAt: at, ...once })
    const assignments = kept.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`)
    return {
      TableName: table,
      Key: { recipientId, overlayId },
      UpdateExpression: `SET lastSeenAt = :at, expiresAt = :expiresAt, connectionId = :connectionId, connectedAt = :connectedAt, ${assignments.join(', ')}`,
      ConditionExpression: previous === undefined ? 'attribute_not_exists(connectionId)' : 'connectionId = :previous',
      ExpressionAttributeNames: Object.fromEntries(kept.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':at': at,
        ':expiresAt': expiresAt,
        ':connectionId': connectionId,
        ':connectedAt': connectedAt,
        ...(previous !== undefined && { ':previous': previous.connectionId }),
        ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])),
      },
    }
  }

  return {
    /** The write that creates an overlay before its first connection. */
    creation: (recipientId: string, overlay: Omit<Overlay, 'recipientId'>): Write => ({
      operation: { Put: { TableName: table, Item: { ...overlay, recipientId } } },
      repeatable: true,
    }),

    /** The write that opens a connection of an overlay, which it creates if necessary. Raises `OtherConnection`. */
    opening: (recipientId: string, overlayId: string, values: Opening, takeover: Takeover, now: Date): Write => ({
      operation: { Update: opening(recipientId, overlayId, values, takeover, now) },
      repeatable: false,
      refusal: (found) => new OtherConnection(found),
    }),

    /** The write that opens a connection of an existing overlay; a revoked one is refused. Raises `OtherConnection`. */
    reopening: (
      recipientId: string,
      overlayId: string,
      values: Opening,
      takeover: Takeover,
      now: Date,
      revoked: () => Error,
    ): Write => {
      const update = opening(recipientId, overlayId, values, takeover, now)
      const second = epochSeconds(now)
      return {
        operation: {
          Update: {
            ...update,
            ConditionExpression: `expiresAt > :now AND ${update.ConditionExpression}`,
            ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':now': second },
          },
        },
        repeatable: false,
        refusal: (found) => (Number(found?.['expiresAt'] ?? 0) > second ? new OtherConnection(found) : revoked()),
      }
    },

    /** The write that gives an overlay another name. The one by which a program connects is kept, because its id derives from that. */
    renaming: (recipientId: string, overlayId: string, name: string): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, overlayId },
          UpdateExpression: 'SET givenName = :name',
          ConditionExpression: 'attribute_exists(overlayId)',
          ExpressionAttributeValues: { ':name': name },
        },
      },
      repeatable: true,
      refusal: () => unknownId('overlay', 'overlayId'),
    }),

    /** The write that removes an overlay. It is refused if the overlay has registered a key since it was read, because that key would remain. */
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

    /**
     * Makes this connection the one that gets the overlay's deliveries, unless it is dismissed. What was missed is read after it. Resolves to the
     * overlay as it was before.
     */
    attach: async (
      recipientId: string,
      overlayId: string,
      { connectionId, connectedAt }: Connection,
    ): Promise<Overlay | Dismissal> => {
      const attached = await update(recipientId, overlayId, {
        UpdateExpression:
          'SET connectionId = :connectionId, connectedAt = :connectedAt, lastSeenAt = :at REMOVE dueAt, dueShard',
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(connectionId) OR connectionId = :connectionId)',
        ExpressionAttributeValues: {
          ':connectionId': connectionId,
          ':connectedAt': connectedAt,
          ':at': new Date(clock()).toISOString(),
        },
        ReturnValues: 'ALL_OLD',
      })
      return attached as Overlay | Dismissal
    },

    /** Removes a closed connection; nothing changes when the overlay has another one. */
    detach: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      await update(recipientId, overlayId, {
        UpdateExpression: 'REMOVE connectionId, connectedAt, dueAt, dueShard',
        ConditionExpression: 'connectionId = :connectionId',
        ExpressionAttributeValues: { ':connectionId': connectionId },
      })
    },

    /** Notes that a connection did not take a push, so that the minute's schedule lets it know. */
    noteMissed: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      const { dueAt, dueShard } = dueAttributes(overlayId, clock())
      await update(recipientId, overlayId, {
        UpdateExpression: 'SET dueAt = :dueAt, dueShard = :dueShard',
        ConditionExpression: 'connectionId = :connectionId',
        ExpressionAttributeValues: { ':connectionId': connectionId, ':dueAt': dueAt, ':dueShard': dueShard },
      })
    },

    /** Removes a note, unless there is a later one. */
    forgetMissed: async (recipientId: string, overlayId: string, dueAt: string): Promise<void> => {
      await update(recipientId, overlayId, {
        UpdateExpression: 'REMOVE dueAt, dueShard',
        ConditionExpression: 'dueAt = :dueAt',
        ExpressionAttributeValues: { ':dueAt': dueAt },
      })
    },

    /** Stores an acknowledgement, unless a higher one is stored. Resolves to false when the overlay was revoked. */
    acknowledge: async (recipientId: string, overlayId: string, sequence: number): Promise<boolean> => {
      const now = new Date(clock())
      const shown = shownTime(sequence, now)
      const acknowledged = await update(recipientId, overlayId, {
        UpdateExpression: `SET acknowledged = :sequence, lastSeenAt = :at, ${shown.name} = :shown`,
        ConditionExpression:
          'attribute_exists(overlayId) AND (attribute_not_exists(acknowledged) OR acknowledged < :sequence)',
        ExpressionAttributeValues: { ':sequence': sequence, ':at': now.toISOString(), ':shown': shown.value },
      })
      return acknowledged !== 'revoked'
    },

    find: async (recipientId: string, overlayId: string): Promise<Overlay | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, overlayId } })) as Overlay | undefined,

    /** All overlays of a recipient, including those that have expired and are not deleted yet. */
    list: async (recipientId: string): Promise<readonly Overlay[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Overlay)[]
    },

    /** The connected overlays, as far as the service knows. */
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
