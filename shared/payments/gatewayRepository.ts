import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import type { GatewayType as GatewayTypeSchema } from './contract.ts'

export type GatewayType = z.output<typeof GatewayTypeSchema>

/** A gateway credential without its secrets. */
export interface GatewayCredential {
  readonly id: string
  readonly gateway: string
  readonly type: GatewayType
  readonly enabled: boolean
  readonly settings: Record<string, unknown>
  /** The last segment of its webhook address. */
  readonly address: string
  readonly lastEvent: { readonly at: string; readonly type: string } | null
  readonly lastRefused: { readonly at: string; readonly reason: string } | null
}

/** The values of a new or changed credential; secrets are ciphertexts. */
export interface GatewayChange {
  readonly gateway: string
  readonly type: GatewayType
  readonly secret: Uint8Array | undefined
  readonly token: Uint8Array | undefined
  readonly settings: Record<string, unknown> | undefined
  /** Whether a replaced secret stays valid for a while; if not, only the new one is accepted. */
  readonly keepPrevious: boolean
}

/** The enabled credential of each type, by its id. */
type Enabled = Readonly<Partial<Record<GatewayType, string>>>

/** The key of the item that names the enabled credentials. Ids are UUIDs, so no credential has this key. */
export const enabledKey = 'enabled'

/** Seconds for which a replaced secret or webhook address is still accepted. */
export const rotationSeconds = 24 * 60 * 60

const notFound = (): Problem => new Problem('not_found', 'There is no such gateway credential.')

const credentialFromItem = (item: Item, enabled: Enabled): GatewayCredential => {
  const { id, gateway, type, address = id } = item as unknown as GatewayCredential
  const { lastEventAt, lastEventType, lastRefusalAt, lastRefusalReason } = item as Record<string, string | undefined>
  return {
    id,
    gateway,
    type,
    enabled: enabled[type] === id,
    settings: JSON.parse(String(item['settings'])),
    address,
    // Stryker disable next-line StringLiteral: a time is stored with its type; types require it.
    lastEvent: lastEventAt === undefined ? null : { at: lastEventAt, type: lastEventType ?? '' },
    // Stryker disable next-line StringLiteral: a time is stored with its reason; types require it.
    lastRefused: lastRefusalAt === undefined ? null : { at: lastRefusalAt, reason: lastRefusalReason ?? '' },
  }
}

/** The credential with the id. Unknown and foreign ids raise the same problem. */
export const credentialById = (credentials: readonly GatewayCredential[], id: string): GatewayCredential => {
  const found = credentials.find((credential) => credential.id === id)
  if (found === undefined) throw notFound()
  return found
}

const textOf = (settings: Record<string, unknown> | undefined): string | undefined =>
  settings && JSON.stringify(settings)

/**
 * Gateway credentials, one item each. A credential is enabled exactly if the item `enabled` names it for its type, so two enabled
 * ones of a type cannot be stored.
 */
export const gatewayRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** The write that creates a credential, which is disabled. */
  creation: (recipientId: string, id: string, { settings = {}, keepPrevious: _, ...change }: GatewayChange): Write => ({
    operation: { Put: { TableName: table, Item: { recipientId, id, ...change, settings: JSON.stringify(settings) } } },
    repeatable: true,
  }),

  /** The write that changes an existing credential. A replaced secret is stored beside the new one until the gateway has been switched over. */
  change: (recipientId: string, id: string, change: GatewayChange, nowSeconds: number): Write => {
    const { secret, settings, keepPrevious, ...fields } = change
    const isRotation = secret !== undefined && keepPrevious
    const set = setExpression({ ...fields, settings: textOf(settings), ...(!isRotation && { secret }) })
    const rotation = ', previousSecret = if_not_exists(secret, :secret), previousSecretUntil = :until, secret = :secret'
    const ending = keepPrevious ? '' : ' REMOVE previousSecret, previousSecretUntil'
    return {
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          ConditionExpression: 'attribute_exists(gateway)',
          UpdateExpression: `${set?.UpdateExpression}${isRotation ? rotation : ending}`,
          ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
          ExpressionAttributeValues: {
            ...set?.ExpressionAttributeValues,
            ...(isRotation && { ':secret': secret, ':until': nowSeconds + rotationSeconds }),
          },
        },
      },
      // If it were applied twice, the new secret would also replace the previous one.
      repeatable: !isRotation,
      refusal: notFound,
    }
  },

  /** The write that gives the credential another webhook address. The present one is accepted `until` then, or no longer if that is undefined. */
  readdressing: (recipientId: string, id: string, address: string, until: number | undefined): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_exists(gateway)',
        UpdateExpression:
          until === undefined
            ? 'SET address = :address REMOVE previousAddress, previousAddressUntil'
            : 'SET previousAddress = if_not_exists(address, id), previousAddressUntil = :until, address = :address',
        ExpressionAttributeValues: { ':address': address, ...(until !== undefined && { ':until': until }) },
      },
    },
    // If it were applied twice, the new address would also replace the previous one.
    repeatable: until === undefined,
    refusal: notFound,
  }),

  /** The write that deletes the credential with its secrets. */
  removal: (recipientId: string, id: string): Write => ({
    operation: {
      Delete: { TableName: table, Key: { recipientId, id }, ConditionExpression: 'attribute_exists(gateway)' },
    },
    repeatable: false,
    refusal: notFound,
  }),

  /** The write that enables the credential, or disables it if it is the enabled one of its type. */
  setting: (recipientId: string, { id, type, enabled }: GatewayCredential, value: boolean): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id: enabledKey },
        UpdateExpression: value ? 'SET #type = :id' : 'REMOVE #type',
        ConditionExpression: enabled ? '#type = :id' : 'attribute_not_exists(#type) OR #type <> :id',
        ExpressionAttributeNames: { '#type': type },
        ExpressionAttributeValues: { ':id': id },
      },
    },
    repeatable: false,
    refusal: () => new Conflict(),
  }),

  /** All credentials of a recipient, oldest first. */
  list: async (recipientId: string): Promise<GatewayCredential[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    const enabled: Enabled = items.find(({ id }) => id === enabledKey) ?? {}
    return items.filter(({ gateway }) => gateway !== undefined).map((item) => credentialFromItem(item, enabled))
  },
})

export type GatewayRepository = ReturnType<typeof gatewayRepository>
