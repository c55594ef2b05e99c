import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import type { Growth } from '../limits/quotaRepository.ts'
import { reservationFor } from '../limits/reservation.ts'
import { moneyFromItem } from '../money/money.ts'
import { batchGet } from '../store/batchGet.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import { type Action, type addActions, type ListedAction as ListedActionSchema, naturalKey } from './contract.ts'

export type NewAction = z.output<(typeof addActions)['body']>['actions'][number]

type ListedAction = z.input<typeof ListedActionSchema>

const actionFromItem = (item: Item): ListedAction => {
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

/** An action as it will be, with the bytes that it needs of what is reserved. */
export interface Registration {
  readonly action: z.input<typeof Action>
  readonly item: Item
  readonly bytes: number
}

/** Actions, one item each. The id is derived from game, category and name, so registering again finds the same item without a read. */
export const actionRepository = (client: DynamoDBDocumentClient, table: string) => {
  /** Writes over an item that has reserved enough, or raises the reservation that was seen. */
  const update = (recipientId: string, { item, bytes }: Registration, seen?: number): Write => {
    const { id, ...attributes } = item
    const set = setExpression({ ...attributes, reserved: seen === undefined ? undefined : bytes })
    return {
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          ConditionExpression: seen === undefined ? 'reserved >= :bytes' : '#reserved = :seen',
          UpdateExpression: String(set?.UpdateExpression),
          ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
          ExpressionAttributeValues: {
            ...set?.ExpressionAttributeValues,
            ...(seen === undefined ? { ':bytes': bytes } : { ':seen': seen }),
          },
        },
      },
      repeatable: seen === undefined,
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
        item: { id, ...content, enabled: true, registeredAt },
        bytes: reservationFor(content),
      }
    },

    /** Renews an action that is there and has reserved enough. Raises `Conflict` for any other. */
    renewal: (recipientId: string, registration: Registration): Write => update(recipientId, registration),

    /** Registers an action over what has been reserved for it, or anew, and tells by how much the collection grows. */
    storing: (
      recipientId: string,
      registration: Registration,
      reserved: number | undefined,
    ): { readonly write: Write; readonly growth: Growth } => {
      const { item, bytes } = registration
      if (reserved === undefined) {
        const Put = {
          TableName: table,
          Item: { recipientId, ...item, reserved: bytes },
          ConditionExpression: 'attribute_not_exists(id)',
        }
        return {
          write: { operation: { Put }, repeatable: false, refusal: (found) => new Conflict(found) },
          growth: { items: 1, bytes },
        }
      }
      if (reserved >= bytes) return { write: update(recipientId, registration), growth: {} }
      return { write: update(recipientId, registration, reserved), growth: { bytes: bytes - reserved } }
    },

    /** Bytes that are reserved for actions, by their id; nothing for those that are not there. */
    reserved: async (recipientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const found = await batchGet(client, {
        [table]: {
          Keys: ids.map((id) => ({ recipientId, id })),
          ProjectionExpression: 'id, reserved',
          ConsistentRead: true,
        },
      })
      return new Map((found[table] ?? []).map((item) => [String(item['id']), Number(item['reserved'])]))
    },

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
