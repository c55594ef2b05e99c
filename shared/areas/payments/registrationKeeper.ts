import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { tableName } from '../../runtime/env.ts'
import { afterwards } from './afterwards.ts'
import type { GivenKey } from './keyCheck.ts'
import { registrationWrite, type StoredRegistration } from './registrationWrite.ts'
import {
  type AccountWebhooks,
  type Registration,
  RightMissing,
  registration,
  registryOf,
  type WebhookRegistries,
  type WebhookRegistry,
} from './webhookRegistration.ts'

/** A stored credential whose key its gateway has just taken. */
interface TakenKey {
  readonly recipientId: string
  readonly id: string
  readonly gateway: string
  readonly key: GivenKey
  readonly sealedKey: Uint8Array
  readonly url: string
  /** The webhook that was registered for it before. */
  readonly endpoint: string | undefined
  readonly hasSecret: boolean
}

/** What the owner has typed to verify webhooks; a secret is not told. */
const typedProof = (
  { proof }: Pick<WebhookRegistry, 'proof'>,
  { key, endpoint, hasSecret }: TakenKey,
): { readonly id?: string } | undefined => {
  if (proof === 'secret') return hasSecret && endpoint === undefined ? {} : undefined
  const { webhookId } = key.settings
  return typeof webhookId === 'string' && webhookId !== '' && webhookId !== endpoint ? { id: webhookId } : undefined
}

/** Registers the webhook of a credential, and stores what became of it. It never fails the request with the key. */
export type RegistrationKeeper = (taken: TakenKey, nowSeconds: number) => Promise<void>

/**
 * The credential is stored before its webhook is registered. So each webhook at a gateway names a credential, and the
 * next attempt finds what a failed one has left there.
 */
export const registrationKeeper = (
  client: DynamoDBDocumentClient,
  cipher: Pick<Cipher, 'encrypt'>,
  registries: WebhookRegistries,
  table = tableName('gateways'),
): RegistrationKeeper => {
  /** Whether it was stored: not where the credential was changed meanwhile. */
  const store = async (
    { recipientId, id, sealedKey: key, endpoint: former }: TakenKey,
    given: Omit<StoredRegistration, 'key' | 'former'>,
    now: number,
  ): Promise<boolean> => {
    const refusals = await applyWrites(client, [
      registrationWrite(table, recipientId, id, { key, former, ...given }, now),
    ])
    return refusals.length === 0
  }

  const keep = async (
    taken: TakenKey,
    { proof }: WebhookRegistry,
    webhooks: AccountWebhooks,
    { endpoint, secret, obsolete = [] }: Registration,
    now: number,
  ): Promise<void> => {
    const { recipientId, id, url, key } = taken
    const context = { recipientId, credentialId: id, field: 'gateways.secret' } as const
    const isStored = await store(
      taken,
      {
        url,
        endpoint,
        secret: secret === undefined ? undefined : await cipher.encrypt(secret, context),
        settings: proof === 'id' && endpoint !== undefined ? { ...key.settings, webhookId: endpoint } : undefined,
      },
      now,
    )
    // Of two that register at the same time, the second takes its own webhook back.
    const unused = isStored ? obsolete : secret !== undefined && endpoint !== undefined ? [endpoint] : []
    for (const each of unused) await webhooks.remove(each)
  }

  const attempt: RegistrationKeeper = async (taken, now) => {
    const { id: credentialId, gateway, key, url, endpoint } = taken
    const registry = registryOf(registries, gateway)
    const webhooks = await registry?.open(key)
    if (registry === undefined || webhooks === undefined) return
    const known = { endpoint, typed: typedProof(registry, taken) }
    const made = await registration(registry.proof, webhooks, { credentialId, url }, known).catch((error: unknown) => {
      if (error instanceof RightMissing) return error
      throw error
    })
    if (made instanceof RightMissing) await store(taken, { right: made.right }, now)
    else if (made !== undefined) await keep(taken, registry, webhooks, made, now)
  }

  return (taken, now) => afterwards(taken.recipientId, () => attempt(taken, now))
}
