import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { reservationFor } from '../limits/limits.ts'
import type { Growth } from '../limits/quotaRepository.ts'
import { moneyFromItem } from '../money/money.ts'
import { batchGet } from '../store/batchGet.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import type { Action, addActions, ListedAction as ListedActionSchema } from './contract.ts'
import { naturalKey } from './naturalKey.ts'

export type NewAction = z.output<(typeof addActions)['body']>['actions'][number]

type ListedAction = z.input<typeof ListedActionSchema>

export const actionFromItem = (item: Item): ListedAction => {
  const { id, name, price, category, game, enabled, parameters, registeredAt } = item as unknown as ListedAction
  return {
    id,
    name,
    price: moneyFromItem(price),
    category,
    game,
    enabled,
    payload: JSON.parse(String(item['payload'])),
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      displayName: parameter.displayName,
      type: parameter.type,
    })),
    registeredAt,
  }
}

/** An action as it will be unless it is disabled, with the bytes that it needs of what is reserved. */
export interface Registration {
  readonly action: z.input<typeof Action>
  readonly item: Item
  readonly bytes: number
}

/** What a registration keeps of the action that is there. */
export interface Kept {
  readonly reserved: number
  readonly enabled: boolean
}

/** Actions, one item each. The id is derived from game, category and name, so registering again finds the same item without a read. */
export const actionRepository = (client: DynamoDBDocumentClient, table: string) => {
  /** Writes over an item that is as it was seen, and raises its reservation where that is too small. */
  const update = (recipientId: string, { item, bytes }: Registration, { reserved, enabled }: Kept): Write => {
    const { id, ...attributes } = item
    const grows = reserved < bytes
    const set = setExpression({ ...attributes, reserved: grows ? bytes : undefined })
    return {
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          ConditionExpression: `enabled = :enabled AND ${grows ? '#reserved = :seen' : 'reserved >= :bytes'}`,
          UpdateExpression: String(set?.UpdateExpression),
          ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
          ExpressionAttributeValues: {
            ...set?.ExpressionAttributeValues,
            ':enabled': enabled,
            ...(grows ? { ':seen': reserved } : { ':bytes': bytes }),
          },
        },
      },
      repeatable: !grows,
      refusal: (found) => new Conflict(found),
    }
  }

  return {
    registration: (recipientId: string, action: NewAction, registeredAt: string): Registration => {
      const { name, category, game, price, payload, parameters } = action
      const id = derivedId('action', recipientId, ...naturalKey(action))
      const content = { name, category, game, price, parameters, payload: JSON.stringify(payload) }
      return {
        action: { id, name, price, category, game, enabled: true, payload },
        item: { id, ...content, registeredAt },
        bytes: reservationFor(content),
      }
    },

    /** Renews an action that is there, is enabled and has reserved enough. Raises `Conflict` for any other. */
    renewal: (recipientId: string, registration: Registration): Write =>
      update(recipientId, registration, { reserved: registration.bytes, enabled: true }),

    /** Registers an action over the one that was seen, or anew, and tells by how much the collection grows. */
    storing: (
      recipientId: string,
      registration: Registration,
      seen: Kept | undefined,
    ): { readonly write: Write; readonly growth: Growth } => {
      const { item, bytes } = registration
      if (seen === undefined) {
        const Put = {
          TableName: table,
          Item: { recipientId, ...item, enabled: true, reserved: bytes },
          ConditionExpression: 'attribute_not_exists(id)',
        }
        return {
          write: { operation: { Put }, repeatable: false, refusal: (found) => new Conflict(found) },
          growth: { items: 1, bytes },
        }
      }
      return { write: update(recipientId, registration, seen), growth: { bytes: Math.max(0, bytes - seen.reserved) } }
    },

    /** What registrations keep of the actions with these ids; nothing for those that are not there. */
    kept: async (recipientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Kept>> => {
      const found = await batchGet(client, {
        [table]: {
          Keys: ids.map((id) => ({ recipientId, id })),
          ProjectionExpression: 'id, reserved, enabled',
          ConsistentRead: true,
        },
      })
      return new Map(
        (found[table] ?? []).map(({ id, reserved, enabled }) => [
          String(id),
          { reserved: Number(reserved), enabled: enabled === true },
        ]),
      )
    },

    /** Offers an action for sale, or takes it out of sale. */
    toggle: (recipientId: string, id: string, enabled: boolean): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          UpdateExpression: 'SET enabled = :enabled',
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':enabled': enabled },
        },
      },
      repeatable: true,
      refusal: () => unknownId('action'),
    }),

    /** Deletes an action that has reserved so much. Raises `Conflict` when it was deleted or has grown. */
    removal: (recipientId: string, id: string, reserved: number): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: { recipientId, id },
          ConditionExpression: 'reserved = :reserved',
          ExpressionAttributeValues: { ':reserved': reserved },
        },
      },
      repeatable: false,
      refusal: (found) => new Conflict(found),
    }),

    /** All actions of a recipient. */
    list: async (recipientId: string): Promise<ListedAction[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items.map(actionFromItem)
    },
  }
}

export type ActionRepository = ReturnType<typeof actionRepository>
