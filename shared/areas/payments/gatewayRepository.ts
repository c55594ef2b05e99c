import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { Conflict } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { type CredentialPart, missingParts } from './credentialParts.ts'
import type { GatewayType as GatewayTypeSchema } from './gatewayContract.ts'
import { rotationSeconds } from './gatewayTimes.ts'
import type { KeyState } from './keyCheck.ts'
import type { Registered } from './webhookState.ts'
import { credentialOfAddress } from './webhookUrl.ts'

export type GatewayType = z.output<typeof GatewayTypeSchema>

/** A gateway credential without its secrets. */
export interface GatewayCredential {
  readonly id: string
  readonly gateway: string
  readonly type: GatewayType
  readonly enabled: boolean
  readonly settings: Record<string, unknown>
  /** The parts without which none of its webhooks can be verified. */
  readonly missing: CredentialPart[]
  /** What the gateway said of its key; null without a key, for one of 1.0.0, and where nobody can be asked. */
  readonly key: { readonly state: KeyState; readonly isMaster: boolean } | null
  readonly hasToken: boolean
  /** What is stored of its webhook's registration at the gateway. */
  readonly registered: Registered
  /** The last segment of its webhook address. */
  readonly address: string
  readonly lastEvent: { readonly at: string; readonly type: string; readonly unused?: string } | null
  readonly lastRefused: { readonly at: string; readonly reason: string } | null
  /** When the gateway has refused its key, unless it has taken it since. */
  readonly keyRefusedAt: string | undefined
  /** When a donor had paid, and no webhook had brought the payment; undefined since a webhook has brought one. */
  readonly unreportedAt: string | undefined
}

/** A credential that is about to be changed; secrets are ciphertexts. */
export interface FoundGateway {
  readonly credential: GatewayCredential
  readonly token: Uint8Array | undefined
  readonly hasSecret: boolean
  /** The gateway's id of the webhook that was registered for it. */
  readonly endpoint: string | undefined
}

/** The values of a new or changed credential; secrets are ciphertexts. */
export interface GatewayChange {
  readonly gateway: string
  readonly type: GatewayType
  readonly secret: Uint8Array | undefined
  readonly token: Uint8Array | undefined
  readonly settings: Record<string, unknown> | undefined
  /** Null forgets what was known of the key, undefined keeps it. */
  readonly key?: GatewayCredential['key'] | undefined
  /** Whether the webhook that was registered is of no use any more. */
  readonly forgetsWebhook?: boolean
  /** Whether a replaced secret stays valid for a while; if not, only the new one is accepted. */
  readonly keepPrevious: boolean
}

/** A credential as its webhooks need it; secrets are ciphertexts. */
export interface SealedGateway {
  readonly id: string
  readonly gateway: string
  /** Whether the address is the present one, or the previous one while that is still accepted. */
  readonly isAddressed: boolean
  /** The times of its latest notes. */
  readonly notedAt: Readonly<Partial<Record<NotedTime, string | undefined>>>
  readonly settings: Record<string, unknown>
  /** The secret in force, and the one before it while that is still accepted. */
  readonly secrets: readonly Uint8Array[]
  readonly token: Uint8Array | undefined
}

/** The attributes with the times of notes. */
export type NotedTime = 'lastEventAt' | 'lastRefusalAt' | 'unreportedAt' | 'keyRefusedAt' | 'keyAcceptedAt'

export interface StoredGateway
  extends Partial<Readonly<Record<'secret' | 'token' | 'previousSecret', Uint8Array> & Record<NotedTime, string>>> {
  readonly id: string
  readonly gateway: string
  readonly settings: string
  readonly previousSecretUntil?: number
  readonly address?: string
  readonly previousAddress?: string
  readonly previousAddressUntil?: number
}

/** The enabled credential of each type, by its id. */
type Enabled = Readonly<Partial<Record<GatewayType, string>>>

/** The key of the item that names the enabled credentials. Ids are UUIDs, so no credential has this key. */
export const enabledKey = 'enabled'

const notFound = (): Problem => new Problem('not_found', 'There is no such gateway credential.')

const credentialFromItem = (item: Item, enabled: Enabled): GatewayCredential => {
  const { id, gateway, type, address = id } = item as unknown as GatewayCredential
  const notes = item as Record<string, string | undefined>
  const { lastEventAt, lastEventType, lastEventAdvice, lastRefusalAt, lastRefusalReason } = notes
  const { keyRefusedAt, keyAcceptedAt = '', unreportedAt } = notes
  const { webhookAddress, webhookEndpoint, webhookRight } = notes
  const settings: Record<string, unknown> = JSON.parse(String(item['settings']))
  return {
    id,
    gateway,
    type,
    enabled: enabled[type] === id,
    settings,
    missing: missingParts({ gateway, settings, secret: item['secret'], token: item['token'] }),
    key: item['keyState'] ? { state: item['keyState'] as KeyState, isMaster: item['masterKey'] === true } : null,
    hasToken: item['token'] !== undefined,
    registered: { webhookAddress, webhookEndpoint, webhookRight },
    address,
    lastEvent:
      lastEventAt === undefined
        ? null
        : { at: lastEventAt, type: lastEventType ?? '', ...(lastEventAdvice && { unused: lastEventAdvice }) },
    lastRefused: lastRefusalAt === undefined ? null : { at: lastRefusalAt, reason: lastRefusalReason ?? '' },
    keyRefusedAt: keyRefusedAt !== undefined && keyRefusedAt > keyAcceptedAt ? keyRefusedAt : undefined,
    unreportedAt,
  }
}

/** The credentials of a recipient and the item that names the enabled ones. */
export const itemsOf = (client: DynamoDBDocumentClient, table: string, recipientId: string): Promise<Item[]> =>
  queryAll(client, {
    TableName: table,
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': recipientId },
    ConsistentRead: true,
  })

export const isEnabledItem = ({ id }: Item): boolean => id === enabledKey

export const sealedFromItem = (item: StoredGateway, address: string, nowSeconds: number): SealedGateway => {
  const { id, gateway, secret, token, previousSecret, previousSecretUntil = 0 } = item
  const { lastEventAt, lastRefusalAt, unreportedAt, keyRefusedAt, keyAcceptedAt } = item
  const { address: present = id, previousAddress, previousAddressUntil = 0 } = item
  const previous = previousSecretUntil > nowSeconds ? previousSecret : undefined
  return {
    id,
    gateway,
    isAddressed: address === present || (address === previousAddress && previousAddressUntil > nowSeconds),
    notedAt: { lastEventAt, lastRefusalAt, unreportedAt, keyRefusedAt, keyAcceptedAt },
    settings: JSON.parse(item.settings),
    secrets: [secret, previous].filter((each) => each !== undefined),
    token,
  }
}

/** Attributes without a value are not stored, and a change without a key's state keeps the stored one. */
const keyAttributes = (key: GatewayChange['key']) => key && { keyState: key.state, masterKey: key.isMaster }

export const isCredential: Condition = { if: 'attribute_exists(gateway)' }

/** The credential is, or is not, the enabled one of its type. */
const isEnabled = ({ id, type, enabled }: GatewayCredential): Condition => ({
  if: enabled ? `#${type} = :id` : `attribute_not_exists(#${type}) OR #${type} <> :id`,
  values: { id },
})

/**
 * Gateway credentials, one item each. A credential is enabled exactly if the item `enabled` names it for its type, so
 * two enabled ones of a type cannot be stored.
 */
export const gatewayRepository = (client: DynamoDBDocumentClient, table = tableName('gateways')) => ({
  /** A new credential, which is disabled. */
  creation: (
    recipientId: string,
    id: string,
    { settings = {}, key, forgetsWebhook: _, keepPrevious: __, ...change }: GatewayChange,
  ): Write =>
    put(
      table,
      { recipientId, id, ...change, ...keyAttributes(key), settings: JSON.stringify(settings) },
      { repeatable: true },
    ),

  /** A replaced secret is stored beside the new one until the gateway has been switched over. */
  change: (
    recipientId: string,
    id: string,
    { secret, settings, key, forgetsWebhook = false, keepPrevious, ...fields }: GatewayChange,
    nowSeconds: number,
  ): Write => {
    const isRotation = secret !== undefined && keepPrevious
    const rotation = {
      assign: ['#previousSecret = if_not_exists(#secret, :secret)'],
      set: { secret, previousSecretUntil: nowSeconds + rotationSeconds },
      remove: [],
    }
    const {
      set,
      remove: removed = [],
      ...rest
    } = isRotation
      ? rotation
      : { set: { secret }, remove: keepPrevious ? [] : ['previousSecret', 'previousSecretUntil'] }
    // What donors have met belongs to the key before.
    const met = key === undefined ? [] : ['keyRefusedAt', 'keyAcceptedAt']
    const forgotten = [
      ...(key === null ? ['keyState', 'masterKey', ...met] : met),
      ...(key === undefined && !forgetsWebhook ? [] : ['webhookAddress', 'webhookRight']),
      ...(forgetsWebhook ? ['webhookEndpoint'] : []),
    ]
    return update(
      table,
      { recipientId, id },
      {
        ...rest,
        set: { ...fields, ...keyAttributes(key), settings: settings && JSON.stringify(settings), ...set },
        remove: [...removed, ...forgotten],
        when: isCredential,
        // If it were applied twice, the new secret would also replace the previous one.
        repeatable: !isRotation,
        refusal: notFound,
      },
    )
  },

  /** Gives the credential another address. The present one is accepted `until` then; if undefined, no longer. */
  readdressing: (recipientId: string, id: string, address: string, until: number | undefined): Write =>
    update(
      table,
      { recipientId, id },
      {
        set: { address, previousAddressUntil: until },
        ...(until === undefined
          ? { remove: ['previousAddress', 'previousAddressUntil'] }
          : { assign: ['#previousAddress = if_not_exists(#address, #id)'] }),
        when: isCredential,
        // If it were applied twice, the new address would also replace the previous one.
        repeatable: until === undefined,
        refusal: notFound,
      },
    ),

  removal: (recipientId: string, id: string): Write =>
    remove(table, { recipientId, id }, { when: isCredential, refusal: notFound }),

  /** Enables the credential, or disables it if it is the enabled one of its type. */
  setting: (recipientId: string, credential: GatewayCredential, value: boolean): Write =>
    update(
      table,
      { recipientId, id: enabledKey },
      {
        ...(value ? { set: { [credential.type]: credential.id } } : { remove: [credential.type] }),
        when: isEnabled(credential),
        refusal: () => new Conflict(),
      },
    ),

  /** All credentials of a recipient, oldest first. */
  list: async (recipientId: string): Promise<GatewayCredential[]> => {
    const items = await itemsOf(client, table, recipientId)
    const enabled: Enabled = items.find(isEnabledItem) ?? {}
    return items.filter(({ gateway }) => gateway !== undefined).map((item) => credentialFromItem(item, enabled))
  },

  /** The credential of a payment, without whether it is enabled; undefined where it was deleted. */
  read: async (recipientId: string, id: string): Promise<Omit<GatewayCredential, 'enabled'> | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
    return item?.['gateway'] === undefined ? undefined : credentialFromItem(item, {})
  },

  /** Unknown and foreign ids raise the same problem. */
  find: async (recipientId: string, id: string): Promise<FoundGateway> => {
    const items = await itemsOf(client, table, recipientId)
    const item = items.find((each) => each['id'] === id && each['gateway'] !== undefined)
    if (item === undefined) throw notFound()
    const { token, webhookEndpoint: endpoint } = item as Pick<FoundGateway, 'token'> & Record<string, string>
    const credential = credentialFromItem(item, items.find(isEnabledItem) ?? {})
    return { credential, token, hasSecret: item['secret'] !== undefined, endpoint }
  },
})

export type GatewayRepository = ReturnType<typeof gatewayRepository>

/** Gateway credentials for the receiver of webhooks. */
export const sealedGateways = (client: DynamoDBDocumentClient, table = tableName('gateways')) => ({
  /** The credential of an address, a present or a former one, with its secrets, enabled or not. */
  find: async (recipientId: string, address: string, nowSeconds: number): Promise<SealedGateway | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id: credentialOfAddress(address) } })
    if (item?.['gateway'] === undefined) return undefined
    return sealedFromItem(item as unknown as StoredGateway, address, nowSeconds)
  },
})

export type SealedGateways = ReturnType<typeof sealedGateways>
