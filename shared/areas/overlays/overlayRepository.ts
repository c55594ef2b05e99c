import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Problem, unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { send } from '../../mechanisms/aws/send.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { Conflict } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, anyOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { dueAttributes, dueShards } from '../../runtime/time/due.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { type Connection, type Dismissal, OtherConnection, type Overlay, type Takeover } from './overlay.ts'
import { isProgram } from './program.ts'
import { shownTime } from './shownTimes.ts'

/** The partition of overlays that did not take a push: they are few, and each minute asks for them. */
const missedShard = '0'

/** 1.0.0 has spread them over all partitions; what it left there is found within the hour. */
export const missedShards = (now: Date): readonly string[] => (now.getUTCMinutes() === 0 ? dueShards : [missedShard])

/** An overlay that is connected, as far as the service knows. */
type Listening = Pick<Overlay, 'recipientId' | 'overlayId'> & { readonly connectionId: string }

/** The attributes that a connection writes. All but the expiry keep their values from the first connection. */
type Opening = Pick<Overlay, 'expiresAt' | 'name' | 'startsAfter' | 'keyHash' | 'endsAt' | 'program'>

/** The index keys by which the minute's schedule finds a session that is over; none of an overlay. */
const endOf = (endsAt: number | undefined) =>
  endsAt === undefined ? {} : dueAttributes('', endsAt * 1000, missedShard)

const dueNames = ['dueAt', 'dueShard'] as const

const isStored: Condition = { if: 'attribute_exists(#overlayId)' }
const isDisconnected: Condition = { if: 'attribute_not_exists(#connectionId)' }
/** 1.0.0 knows no bar. */
const isAdmitted = (second: number): Condition => ({
  if: 'attribute_not_exists(#barredUntil) OR #barredUntil <= :second',
  values: { second },
})
const refusalOf = (found: Item | undefined, second: number): Error => {
  const seconds = Number(found?.['barredUntil'] ?? 0) - second
  return seconds > 0
    ? new Problem('rate_limited', 'Too many messages moved nothing forward.', { retryAfter: seconds })
    : new OtherConnection(found)
}
const isConnectedBy = (connectionId: string): Condition => ({
  if: '#connectionId = :current',
  values: { current: connectionId },
})

/** The overlays of a recipient, with their last acknowledged delivery and their connection. */
export const overlayRepository = (
  client: DynamoDBDocumentClient,
  table = tableName('overlays'),
  clock = systemClock,
) => {
  /**
   * Changes one overlay at once, and resolves to the overlay as it was before. A missing item means that the overlay
   * was revoked, because an item outlives all connections. Every one of these changes can be repeated.
   */
  const applied = async <Refusal = 'superseded'>(
    recipientId: string,
    overlayId: string,
    changes: Parameters<typeof update>[2],
    refusal: (found: Item) => Refusal = () => 'superseded' as Refusal,
  ): Promise<Item | 'revoked' | Refusal> => {
    const command = new UpdateCommand({
      ...update(table, { recipientId, overlayId }, changes).operation.Update,
      ReturnValues: 'ALL_OLD',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      const { Attributes = {} } = await send((options) => client.send(command, options))
      return Attributes
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return error.Item === undefined ? 'revoked' : refusal(unmarshall(error.Item))
      throw error
    }
  }

  /** The previous connection is a condition, so that each is closed by the one that takes over from it. */
  const connecting = (
    { expiresAt, endsAt, ...once }: Opening,
    { connectionId, connectedAt, previous }: Takeover,
    now: Date,
    also?: Condition,
  ) => {
    const at = now.toISOString()
    const kept = { createdAt: at, ...once }
    return {
      set: { lastSeenAt: at, expiresAt, connectionId, connectedAt, ...endOf(endsAt) },
      assign: Object.keys(kept).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
      values: kept,
      when: allOf(
        also,
        isAdmitted(epochSeconds(now)),
        previous === undefined ? isDisconnected : isConnectedBy(previous.connectionId),
      ),
    }
  }

  /** Those of a recipient that the filter lets pass, including expired ones that are not deleted yet. */
  const filtered = async (recipientId: string, FilterExpression: string): Promise<readonly Overlay[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression,
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    return items as (Item & Overlay)[]
  }
  /** Overlays and programs. */
  const listeners = (recipientId: string) => filtered(recipientId, 'attribute_not_exists(endsAt)')

  return {
    /** Creates an overlay before its first connection. */
    creation: (recipientId: string, overlay: Omit<Overlay, 'recipientId'>): Write =>
      put(table, { ...overlay, recipientId }, { repeatable: true }),

    /** Opens a connection of an overlay, which it creates if necessary. Raises `OtherConnection`. */
    opening: (recipientId: string, overlayId: string, values: Opening, takeover: Takeover, now: Date): Write =>
      update(
        table,
        { recipientId, overlayId },
        { ...connecting(values, takeover, now), refusal: (found) => refusalOf(found, epochSeconds(now)) },
      ),

    /** Opens a connection of an existing overlay; a revoked one is refused. Raises `OtherConnection`. */
    reopening: (
      recipientId: string,
      overlayId: string,
      values: Opening,
      takeover: Takeover,
      now: Date,
      revoked: () => Error,
    ): Write => {
      const second = epochSeconds(now)
      const isValid: Condition = { if: '#expiresAt > :now', values: { now: second } }
      return update(
        table,
        { recipientId, overlayId },
        {
          ...connecting(values, takeover, now, isValid),
          refusal: (found) => (Number(found?.['expiresAt'] ?? 0) > second ? refusalOf(found, second) : revoked()),
        },
      )
    },

    /** Gives an overlay another name. The one by which a program connects is kept, because its id derives from that. */
    change: (recipientId: string, overlayId: string, givenName: string): Write =>
      update(
        table,
        { recipientId, overlayId },
        { set: { givenName }, when: isStored, repeatable: true, refusal: () => unknownId('overlay', 'overlayId') },
      ),

    /** Removes an overlay, unless it has registered a key since it was read, because that key would remain. */
    removal: (recipientId: string, { overlayId, keyHash }: Overlay): Write => {
      const isAsRead: Condition =
        keyHash === undefined
          ? allOf(isStored, { if: 'attribute_not_exists(#keyHash)' })
          : { if: '#keyHash = :keyHash', values: { keyHash } }
      return remove(table, { recipientId, overlayId }, { when: isAsRead, refusal: () => new Conflict() })
    },

    /**
     * Makes this connection the one that gets the overlay's deliveries, unless it is dismissed. Missed deliveries are
     * read after it. Resolves to the overlay as it was before.
     */
    attach: async (
      recipientId: string,
      overlayId: string,
      { connectionId, connectedAt }: Connection,
      endsAt?: number,
    ): Promise<Overlay | Dismissal> => {
      const attached = await applied(recipientId, overlayId, {
        set: { connectionId, connectedAt, lastSeenAt: new Date(clock()).toISOString(), ...endOf(endsAt) },
        remove: endsAt === undefined ? dueNames : [],
        when: allOf(isStored, anyOf(isDisconnected, isConnectedBy(connectionId))),
      })
      return attached as Overlay | Dismissal
    },

    /** Removes a closed connection; nothing changes when the overlay has another one. */
    detach: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      const attributes = ['connectionId', 'connectedAt', 'dueAt', 'dueShard']
      await applied(recipientId, overlayId, { remove: attributes, when: isConnectedBy(connectionId) })
    },

    /** Records that a connection did not take a push, so that the minute's schedule lets it know. */
    recordMissed: async (recipientId: string, overlayId: string, connectionId: string): Promise<void> => {
      await applied(recipientId, overlayId, {
        set: { ...dueAttributes(overlayId, clock(), missedShard) },
        when: isConnectedBy(connectionId),
      })
    },

    /** Removes a record, unless there is a later one. */
    forgetMissed: async (
      recipientId: string,
      { overlayId, dueAt, endsAt }: Pick<Overlay, 'overlayId' | 'dueAt' | 'endsAt'>,
    ): Promise<void> => {
      const isLatest: Condition = { if: '#dueAt = :dueBefore', values: { dueBefore: dueAt } }
      await applied(recipientId, overlayId, {
        set: endOf(endsAt),
        remove: endsAt === undefined ? dueNames : [],
        when: isLatest,
      })
    },

    /** Removes the listener of a session whose connection has ended. */
    end: async (recipientId: string, overlayId: string): Promise<void> => {
      await applyWrites(client, [remove(table, { recipientId, overlayId }, { repeatable: true })])
    },

    /** Stores an acknowledgement, unless one as high is stored, to which it resolves then. */
    acknowledge: async (
      recipientId: string,
      overlayId: string,
      acknowledged: number,
    ): Promise<'moved' | 'revoked' | number> => {
      const now = new Date(clock())
      const shown = shownTime(acknowledged, now)
      const isHigher: Condition = { if: 'attribute_not_exists(#acknowledged) OR #acknowledged < :acknowledged' }
      const changes = {
        set: { acknowledged, lastSeenAt: now.toISOString(), [shown.name]: shown.value },
        when: allOf(isStored, isHigher),
      }
      const outcome = await applied(recipientId, overlayId, changes, (found) => Number(found['acknowledged']))
      return typeof outcome === 'object' ? 'moved' : outcome
    },

    /** Refuses the overlay's connections until an epoch second. */
    bar: async (recipientId: string, overlayId: string, barredUntil: number): Promise<void> => {
      await applied(recipientId, overlayId, { set: { barredUntil }, when: isStored })
    },

    find: async (recipientId: string, overlayId: string): Promise<Overlay | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, overlayId } })) as Overlay | undefined,

    listeners: (recipientId: string) => listeners(recipientId),

    /** The overlays alone: what the recipient has made, and not what programs and pages with a session add. */
    list: async (recipientId: string): Promise<readonly Overlay[]> =>
      (await listeners(recipientId)).filter((overlay) => !isProgram(overlay)),

    /** Pages whose user has signed in. */
    sessions: (recipientId: string) => filtered(recipientId, 'attribute_exists(endsAt)'),

    /** The connected overlays and pages, as far as the service knows; a session's for a minute after its end. */
    listening: async (recipientId: string): Promise<readonly Listening[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        FilterExpression: 'attribute_exists(connectionId) AND (attribute_not_exists(endsAt) OR endsAt > :minuteAgo)',
        ExpressionAttributeValues: { ':recipientId': recipientId, ':minuteAgo': epochSeconds(new Date(clock())) - 60 },
        ConsistentRead: true,
      })
      return items as (Item & Listening)[]
    },
  }
}

export type OverlayRepository = ReturnType<typeof overlayRepository>
