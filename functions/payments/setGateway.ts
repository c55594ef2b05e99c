import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { offerWrites } from '../../shared/areas/config/offerWrites.ts'
import { setGateway } from '../../shared/areas/payments/gatewayContract.ts'
import {
  type FoundGateway,
  type GatewayChange,
  type GatewayRepository,
  gatewayRepository,
} from '../../shared/areas/payments/gatewayRepository.ts'
import { rotationSeconds } from '../../shared/areas/payments/gatewayTimes.ts'
import {
  checkedKey,
  type GivenKey,
  isMasterKey,
  type KeyChecks,
  keyCheckOf,
} from '../../shared/areas/payments/keyCheck.ts'
import { type RegistrationKeeper, registrationKeeper } from '../../shared/areas/payments/registrationKeeper.ts'
import { storedKey } from '../../shared/areas/payments/storedKey.ts'
import { webhookUrl } from '../../shared/areas/payments/webhookUrl.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { gatewayKeyChecks } from '../../shared/providers/gatewayKeyChecks.ts'
import { gatewayWebhooks } from '../../shared/providers/gatewayWebhooks.ts'
import { publicUrl } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

interface Tried extends Pick<GatewayChange, 'key'> {
  /** The key, where the gateway has taken it. */
  readonly taken?: GivenKey
}

export const handle = (
  gateways: Pick<GatewayRepository, 'list' | 'find' | 'creation' | 'change' | 'setting'>,
  configs: Pick<ConfigRepository, 'agreement'>,
  quotas: Pick<QuotaRepository, 'growth'>,
  slots: SlotRepository,
  rates: Pick<RateRepository, 'spend'>,
  checks: KeyChecks,
  register: RegistrationKeeper,
  cipher: Cipher,
  baseUrl: string,
  clock = systemClock,
): Handle<typeof setGateway> => {
  type Body = Parameters<Handle<typeof setGateway>>[0]['body']

  /** The key that is to be tried: a new one, or the stored one with other settings. */
  const keyToTry = async (
    recipientId: string,
    { gateway, token, settings }: Body,
    before: FoundGateway | undefined,
  ): Promise<GivenKey | undefined> => {
    const { credential, token: sealed } = before ?? {}
    if (token) return { token, settings: settings ?? credential?.settings ?? {} }
    if (settings === undefined || sealed === undefined || credential?.gateway !== gateway) return undefined
    return storedKey(cipher, recipientId, { id: credential.id, settings }, sealed)
  }

  /** Tries the key; null where nothing is known of it any more, and undefined for what was known before. */
  const tried = async (recipientId: string, body: Body, before: FoundGateway | undefined): Promise<Tried> => {
    const check = keyCheckOf(checks, body.gateway)
    const given = check && (await keyToTry(recipientId, body, before))
    if (check === undefined || given === undefined) {
      const isKept = check !== undefined && body.settings === undefined
      return { key: isKept && before?.credential.gateway === body.gateway ? undefined : null }
    }
    await rates.spend(recipientId, 'gatewayKeys')
    const state = await checkedKey(check, given, body.token ? '/token' : '/settings')
    const key = { state, isMaster: isMasterKey(body.gateway, given.token) }
    return { key, ...(state === 'accepted' && { taken: given }) }
  }

  return async ({ recipientId, body }, commit) => {
    const { gateway, type, settings, keepPrevious } = body
    const id = body.id || newId()
    // Whether a changed credential is enabled has to be read; a new one is not.
    const before = body.id ? await gateways.find(recipientId, id) : undefined
    const { key, taken } = await tried(recipientId, body, before)
    const seal = async (secret: string | undefined, field: 'secret' | 'token'): Promise<Uint8Array | undefined> =>
      secret ? cipher.encrypt(secret, { recipientId, credentialId: id, field: `gateways.${field}` }) : undefined
    const [secret, token] = await Promise.all([seal(body.secret, 'secret'), seal(body.token, 'token')])
    const address = before?.credential.address ?? id
    const forgetsWebhook = secret !== undefined || before?.credential.gateway !== gateway
    const url = webhookUrl(baseUrl, recipientId, address)
    const now = epochSeconds(clock())
    const answer = await retryOnConflict(async (outdated) => {
      const { credential } = (outdated && body.id ? await gateways.find(recipientId, id) : before) ?? {}
      const change = { gateway, type, secret, token, settings, key, forgetsWebhook, keepPrevious }
      const write = credential
        ? gateways.change(recipientId, id, change, now)
        : gateways.creation(recipientId, id, change)
      const isEnabled = credential?.enabled === true
      // Changing the type disables the credential, so that moving it back cannot re-enable it.
      const enabled = isEnabled && credential.type === type
      const disabling = isEnabled && !enabled ? [gateways.setting(recipientId, credential, false)] : []
      // An enabled credential that becomes one of another gateway enables that gateway.
      const isOther = enabled && credential.gateway !== gateway
      const offer = isOther ? offerWrites(configs, quotas, recipientId, { gateway, type }, outdated) : []
      const writes = [write, ...disabling, ...offer]
      const isRotation = credential !== undefined && secret !== undefined && keepPrevious
      const changed = {
        id,
        gateway,
        type,
        enabled,
        webhookUrl: url,
        key: (key === undefined ? credential?.key : key) ?? null,
        ...(isRotation && { previousSecretUntil: new Date((now + rotationSeconds) * 1000).toISOString() }),
      }
      if (credential !== undefined) return commit(writes, changed)
      const newcomer = {
        recipientId,
        collection: 'gateways',
        id,
        living: async () => (await gateways.list(recipientId)).map((each) => each.id),
      } as const
      return withSlot(slots, newcomer, (slot) => commit([...writes, slot], changed))
    })
    const sealedKey = token ?? before?.token
    if (taken === undefined || sealedKey === undefined) return answer
    const endpoint = forgetsWebhook ? undefined : before?.endpoint
    const hasSecret = secret !== undefined || before?.hasSecret === true
    await register({ recipientId, id, gateway, key: taken, sealedKey, url, endpoint, hasSecret }, now)
    return answer
  }
}

const cipher = kmsCipher(kmsClient)

export const handler = httpHandler(
  setGateway,
  handle(
    gatewayRepository(documentClient),
    configRepository(documentClient),
    quotaRepository(),
    slotRepository(),
    rateRepository(documentClient),
    gatewayKeyChecks(),
    registrationKeeper(documentClient, cipher, gatewayWebhooks()),
    cipher,
    publicUrl(),
  ),
  commitTo(documentClient),
)
