import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'
import { credentialOfAddress } from './webhookUrl.ts'

/** What is needed to take a credential's webhooks; secrets are ciphertexts. */
export interface SealedGateway {
  readonly id: string
  readonly gateway: string
  /** Whether the address is the present one, or the previous one while that is still accepted. */
  readonly isAddressed: boolean
  /** The times of its latest notes. */
  readonly notedAt: { readonly event: string | undefined; readonly refusal: string | undefined }
  readonly settings: Record<string, unknown>
  /** The secret in force, and the one before it while that is still accepted. */
  readonly secrets: readonly Uint8Array[]
  readonly token: Uint8Array | undefined
}

interface StoredGateway extends Partial<Readonly<Record<'secret' | 'token' | 'previousSecret', Uint8Array>>> {
  readonly id: string
  readonly gateway: string
  readonly settings: string
  readonly previousSecretUntil?: number
  readonly address?: string
  readonly previousAddress?: string
  readonly previousAddressUntil?: number
  readonly lastEventAt?: string
  readonly lastRefusalAt?: string
}

const sealedFromItem = (item: StoredGateway, address: string, nowSeconds: number): SealedGateway => {
  const { id, gateway, secret, token, previousSecret, previousSecretUntil = 0 } = item
  const { address: present = id, previousAddress, previousAddressUntil = 0 } = item
  const previous = previousSecretUntil > nowSeconds ? previousSecret : undefined
  return {
    id,
    gateway,
    isAddressed: address === present || (address === previousAddress && previousAddressUntil > nowSeconds),
    notedAt: { event: item.lastEventAt, refusal: item.lastRefusalAt },
    settings: JSON.parse(item.settings),
    secrets: [secret, previous].filter((each) => each !== undefined),
    token,
  }
}

/** Gateway credentials as webhooks need them; apart from their repository, whose writes would be a fiftieth of the webhook's function. */
export const sealedGateways = (client: DynamoDBDocumentClient, table: string) => ({
  /** The credential of an address, a present or a former one, with its secrets, enabled or not. */
  find: async (recipientId: string, address: string, nowSeconds: number): Promise<SealedGateway | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id: credentialOfAddress(address) } })
    if (item?.['gateway'] === undefined) return undefined
    return sealedFromItem(item as unknown as StoredGateway, address, nowSeconds)
  },
})

export type SealedGateways = ReturnType<typeof sealedGateways>
