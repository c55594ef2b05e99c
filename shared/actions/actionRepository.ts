import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { moneyFromItem } from '../money/money.ts'
import { queryAll } from '../store/query.ts'
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

/** Actions, one item each. The id is derived from game, category and name, so registering again finds the same item without a read. */
export const actionRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** The action as it will be, and the write that makes it so. */
  registration: (
    recipientId: string,
    action: NewAction,
    registeredAt: string,
  ): { action: z.input<typeof Action>; write: Write } => {
    const { name, category, game, price, payload, parameters } = action
    const id = derivedId('action', recipientId, ...naturalKey(action))
    const Item = {
      recipientId,
      id,
      name,
      category,
      game,
      price,
      enabled: true,
      parameters,
      registeredAt,
      payload: JSON.stringify(payload),
    }
    return {
      action: { id, name, price, category, game, enabled: true, payload },
      write: { operation: { Put: { TableName: table, Item } }, repeatable: true },
    }
  },

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
})

export type ActionRepository = ReturnType<typeof actionRepository>
