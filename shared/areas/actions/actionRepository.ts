import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { reservationFor } from '../../mechanisms/limits/limits.ts'
import type { Growth } from '../../mechanisms/limits/quotaRepository.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { queryAll, queryPage } from '../../mechanisms/store/query.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { derivedId } from '../../runtime/ids.ts'
import { moneyFromItem } from '../../runtime/money/money.ts'
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

/** An action to register, with the bytes that it needs of its reservation. */
export interface Registration {
  readonly action: z.input<typeof Action>
  readonly item: Item
  readonly bytes: number
}

/** The members of a stored action that a registration keeps. */
export interface Kept {
  readonly reserved: number
  readonly enabled: boolean
}

/** The id is derived from game, category and name, so registering again finds the same item without a read. */
export const registrationOf = (recipientId: string, action: NewAction, registeredAt: string): Registration => {
  const { name, category, game, price, payload, parameters } = action
  const id = derivedId('action', recipientId, ...naturalKey(action))
  const content = { name, category, game, price, parameters, payload: JSON.stringify(payload) }
  return {
    action: { id, name, price, category, game, enabled: true, payload },
    item: { id, ...content, registeredAt },
    bytes: reservationFor(content),
  }
}

export const actionRepository = (client: DynamoDBDocumentClient, table = tableName('actions')) => {
  /** Replaces an action that is as it was seen, and raises its reservation where that is too small. */
  const replacement = (recipientId: string, { item, bytes }: Registration, seen: Kept): Write => {
    const { id, ...attributes } = item
    const grows = seen.reserved < bytes
    const isAsSeen: Condition = { if: 'enabled = :enabled', values: { enabled: seen.enabled } }
    const reservation: Condition = grows
      ? { if: 'reserved = :seen', values: { seen: seen.reserved } }
      : { if: 'reserved >= :bytes', values: { bytes } }
    return update(
      table,
      { recipientId, id },
      {
        set: { ...attributes, reserved: grows ? bytes : undefined },
        when: allOf(isAsSeen, reservation),
        repeatable: !grows,
        refusal: conflicting,
      },
    )
  }

  return {
    /** Renews an action that is there, is enabled and has reserved enough. Raises `Conflict` for any other. */
    renewal: (recipientId: string, registration: Registration): Write =>
      replacement(recipientId, registration, { reserved: registration.bytes, enabled: true }),

    /** A registration in the place of the action that was seen, or a new one, and the growth of the collection. */
    creation: (
      recipientId: string,
      registration: Registration,
      seen: Kept | undefined,
    ): { readonly write: Write; readonly growth: Growth } => {
      const { item, bytes } = registration
      if (seen === undefined) {
        const created = { recipientId, ...item, enabled: true, reserved: bytes }
        const when: Condition = { if: 'attribute_not_exists(id)' }
        return { write: put(table, created, { when, refusal: conflicting }), growth: { items: 1, bytes } }
      }
      const write = replacement(recipientId, registration, seen)
      return { write, growth: { bytes: Math.max(0, bytes - seen.reserved) } }
    },

    /** The members that registrations keep, by the ids of the stored actions; missing actions are left out. */
    find: async (recipientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Kept>> => {
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
    change: (recipientId: string, id: string, enabled: boolean): Write =>
      update(
        table,
        { recipientId, id },
        {
          set: { enabled },
          when: { if: 'attribute_exists(id)' },
          repeatable: true,
          refusal: () => unknownId('action'),
        },
      ),

    /** Deletes an action with its reserved bytes. Raises `Conflict` when it was deleted or has grown. */
    removal: (recipientId: string, id: string, reserved: number): Write =>
      remove(
        table,
        { recipientId, id },
        { when: { if: 'reserved = :reserved', values: { reserved } }, refusal: conflicting },
      ),

    /** The actions with the ids; missing ones are left out. */
    registered: async (recipientId: string, ids: readonly string[]): Promise<ListedAction[]> => {
      if (ids.length === 0) return []
      const Keys = ids.map((id) => ({ recipientId, id }))
      const found = await batchGet(client, { [table]: { Keys, ConsistentRead: true } })
      return (found[table] ?? []).map(actionFromItem)
    },

    /** Some actions behind one of them, or the first ones, in the order of ids; whether there may be more. */
    some: async (recipientId: string, after: string | undefined, most: number) => {
      const { items, last } = await queryPage(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
        Limit: most,
        ...(after !== undefined && { ExclusiveStartKey: { recipientId, id: after } }),
      })
      return { actions: items.map(actionFromItem), isLast: last === undefined }
    },

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
