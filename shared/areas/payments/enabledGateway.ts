import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../runtime/env.ts'
import {
  type GatewayType,
  isEnabledItem,
  itemsOf,
  type SealedGateway,
  type StoredGateway,
  sealedFromItem,
} from './gatewayRepository.ts'

/** Finds the enabled credential of a type, with its secrets, for whoever begins payments. */
export const enabledGateway =
  (client: DynamoDBDocumentClient, table = tableName('gateways')) =>
  async (recipientId: string, type: GatewayType, nowSeconds: number): Promise<SealedGateway | undefined> => {
    const items = await itemsOf(client, table, recipientId)
    const id = items.find(isEnabledItem)?.[type]
    const item = items.find((each) => each['id'] === id && each['gateway'] !== undefined)
    return item && sealedFromItem(item as unknown as StoredGateway, String(id), nowSeconds)
  }

export type EnabledGateway = ReturnType<typeof enabledGateway>
