import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../contract/write.ts'
import { getItem } from '../store/getItem.ts'

/** What is needed to take a credential's webhooks; secrets are ciphertexts. */
export interface SealedGateway {
  readonly gateway: string
  readonly settings: Record<string, unknown>
  /** The secret in force, and the one before it while that is still accepted. */
  readonly secrets: readonly Uint8Array[]
  readonly token: Uint8Array | undefined
}

const sealedFromItem = (item: Item, nowSeconds: number): SealedGateway => {
  const {
    gateway,
    secret,
    token,
    previousSecret,
    previousSecretUntil = 0,
  } = item as unknown as Partial<Record<'secret' | 'token' | 'previousSecret', Uint8Array>> & {
    readonly gateway: string
    readonly previousSecretUntil?: number
  }
  const previous = previousSecretUntil > nowSeconds ? previousSecret : undefined
  return {
    gateway,
    settings: JSON.parse(String(item['settings'])),
    secrets: [secret, previous].filter((each) => each !== undefined),
    token,
  }
}

/** Gateway credentials as webhooks need them; apart from their repository, whose writes would be a fiftieth of the webhook's function. */
export const sealedGateways = (client: DynamoDBDocumentClient, table: string) => ({
  /** The credential of that id with its secrets, enabled or not. */
  find: async (recipientId: string, id: string, nowSeconds: number): Promise<SealedGateway | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
    return item?.['gateway'] === undefined ? undefined : sealedFromItem(item, nowSeconds)
  },
})

export type SealedGateways = ReturnType<typeof sealedGateways>
