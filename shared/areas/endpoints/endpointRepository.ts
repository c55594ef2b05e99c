import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Problem, unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { allOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import type { EventType } from './eventTypes.ts'

/** An address to which messages are sent, as it is stored; secrets are ciphertexts. */
export interface StoredEndpoint {
  readonly recipientId: string
  readonly id: string
  readonly url: string
  readonly types: readonly EventType[]
  readonly enabled: boolean
  readonly secret: Uint8Array
  readonly previousSecret?: Uint8Array
  /** Epoch second until which messages are signed with the previous secret too. */
  readonly previousSecretUntil?: number
  /** ISO 8601: the first failure after the last accepted message. */
  readonly failingSince?: string
  /** Epoch milliseconds until which it gets no further message, after a failure. */
  readonly pausedUntil?: number
  /** Whether its last answer came soon, so that the worker without patience asks it. */
  readonly isQuick?: boolean
  /** Why the service has disabled it. */
  readonly disabledReason?: string
  readonly disabledAt?: string
}

/** An endpoint in an answer, without its secrets. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly types: EventType[]
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly disabledAt: string | null
  readonly failingSince: string | null
}

export const endpointFromItem = (item: Item): Endpoint => {
  const { id, url, types, enabled, disabledReason, disabledAt, failingSince } = item as unknown as StoredEndpoint
  return {
    id,
    url,
    types: [...types],
    enabled,
    disabledReason: disabledReason ?? null,
    disabledAt: disabledAt ?? null,
    failingSince: failingSince ?? null,
  }
}

export const unknownEndpoint = (): Problem => unknownId('endpoint')

const exists: Condition = { if: 'attribute_exists(id)' }

/** Nobody has changed the address, or switched the endpoint off, since it was read. */
const isAsRead = ({ url }: StoredEndpoint): Condition => ({
  if: '#url = :urlBefore AND #enabled = :isEnabled',
  values: { urlBefore: url, isEnabled: true },
})

/** The attributes of an endpoint that fails. */
const failure = ['failingSince', 'pausedUntil'] as const

/** Endpoints, one item each. */
export const endpointRepository = (client: DynamoDBDocumentClient, table = tableName('endpoints')) => {
  const apply = async (write: Write): Promise<void> => {
    await applyWrites(client, [write])
  }

  return {
    find: async (recipientId: string, id: string): Promise<StoredEndpoint | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, id } })) as unknown as StoredEndpoint | undefined,

    /** All endpoints of a recipient, oldest first. */
    list: async (recipientId: string): Promise<readonly StoredEndpoint[]> =>
      (await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })) as unknown as readonly StoredEndpoint[],

    creation: (recipientId: string, endpoint: Omit<StoredEndpoint, 'recipientId'>): Write =>
      put(table, { ...endpoint, recipientId }, { repeatable: true }),

    /** Another address or other types; a reason for which the service had disabled the endpoint is gone. */
    change: (recipientId: string, id: string, set: Pick<StoredEndpoint, 'url' | 'types' | 'enabled'>): Write =>
      update(
        table,
        { recipientId, id },
        {
          set,
          remove: [...failure, 'isQuick', 'disabledReason', 'disabledAt'],
          when: exists,
          repeatable: true,
          refusal: unknownEndpoint,
        },
      ),

    /** Replaces the secret. The present one signs `until` then too; if undefined, no longer. */
    rotation: (recipientId: string, id: string, secret: Uint8Array, until: number | undefined): Write =>
      update(
        table,
        { recipientId, id },
        {
          set: { secret, previousSecretUntil: until },
          ...(until === undefined
            ? { remove: ['previousSecret', 'previousSecretUntil'] }
            : { assign: ['#previousSecret = #secret'] }),
          when: exists,
          // If it were applied twice, the new secret would also replace the previous one.
          repeatable: until === undefined,
          refusal: unknownEndpoint,
        },
      ),

    removal: (recipientId: string, id: string): Write =>
      remove(table, { recipientId, id }, { when: exists, refusal: unknownEndpoint }),

    /** Disables an endpoint, unless its owner has changed it since it was read. */
    disabling: (recipientId: string, seen: StoredEndpoint, reason: string, now: Date, refusal: () => Error): Write =>
      update(
        table,
        { recipientId, id: seen.id },
        {
          set: { enabled: false, disabledReason: reason, disabledAt: now.toISOString() },
          remove: failure,
          when: isAsRead(seen),
          refusal,
        },
      ),

    /** Pauses an endpoint, and records since when it fails; one that is paused already stays as it is. */
    pause: (
      recipientId: string,
      { id }: StoredEndpoint,
      { now, until, failingSince }: { readonly now: number; readonly until: number; readonly failingSince?: string },
    ): Promise<void> => {
      const isPausedNoMore = { if: 'attribute_not_exists(pausedUntil) OR pausedUntil <= :now', values: { now } }
      const set = { failingSince, pausedUntil: Math.round(until) }
      return apply(update(table, { recipientId, id }, { set, when: allOf(exists, isPausedNoMore), repeatable: true }))
    },

    /** Records that an endpoint has accepted a message, and whether soon. */
    recordSuccess: (recipientId: string, { id }: StoredEndpoint, isQuick: boolean): Promise<void> =>
      apply(update(table, { recipientId, id }, { set: { isQuick }, remove: failure, when: exists, repeatable: true })),

    /** Records that an endpoint did not answer soon. */
    recordSlow: (recipientId: string, { id }: StoredEndpoint): Promise<void> =>
      apply(update(table, { recipientId, id }, { set: { isQuick: false }, when: exists, repeatable: true })),
  }
}

export type EndpointRepository = ReturnType<typeof endpointRepository>
