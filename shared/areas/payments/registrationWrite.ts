import type { Write } from '../../contract/write.ts'
import { allOf, type Condition, update } from '../../mechanisms/store/writes.ts'
import { isCredential } from './gatewayRepository.ts'
import { rotationSeconds } from './gatewayTimes.ts'

/** What is stored of a webhook's registration; a secret is a ciphertext. */
export interface StoredRegistration {
  /** The sealed key with which it was registered. */
  readonly key: Uint8Array
  /** The webhook that was stored before. */
  readonly former: string | undefined
  /** The URL that the gateway knows; absent where none was registered. */
  readonly url?: string
  readonly endpoint?: string | undefined
  readonly secret?: Uint8Array | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly right?: string
}

/**
 * Stores what became of a webhook's registration, unless the credential was changed meanwhile. A secret that was
 * registered before stays valid for a while, and one that the owner has typed is not replaced.
 */
export const registrationWrite = (
  table: string,
  recipientId: string,
  id: string,
  { key, former, url, endpoint, secret, settings, right }: StoredRegistration,
  nowSeconds: number,
): Write => {
  const isSame: Condition =
    former === undefined
      ? { if: 'attribute_not_exists(#webhookEndpoint)' }
      : { if: '#webhookEndpoint = :former', values: { former } }
  const isUntyped: Condition | undefined =
    secret && former === undefined ? { if: 'attribute_not_exists(#secret)' } : undefined
  return update(
    table,
    { recipientId, id },
    {
      ...(secret && { assign: ['#previousSecret = if_not_exists(#secret, :secret)'] }),
      set: {
        webhookAddress: url,
        webhookEndpoint: endpoint,
        webhookRight: right,
        secret,
        previousSecretUntil: secret && nowSeconds + rotationSeconds,
        settings: settings && JSON.stringify(settings),
      },
      remove: url === undefined ? [] : ['webhookRight'],
      when: allOf(isCredential, { if: '#token = :key', values: { key } }, isSame, isUntyped),
      // If a new webhook were stored twice, the second time would look like a change by another request.
      repeatable: endpoint === undefined || endpoint === former,
    },
  )
}
