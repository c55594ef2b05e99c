import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { offerWrites } from '../../shared/areas/config/offerWrites.ts'
import { setGateway } from '../../shared/areas/payments/gatewayContract.ts'
import {
  credentialById,
  type GatewayChange,
  type GatewayRepository,
  gatewayRepository,
} from '../../shared/areas/payments/gatewayRepository.ts'
import { rotationSeconds } from '../../shared/areas/payments/gatewayTimes.ts'
import { checkedKey, isMasterKey, type KeyChecks, keyCheckOf } from '../../shared/areas/payments/keyCheck.ts'
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
import { publicUrl } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle = (
  gateways: Pick<GatewayRepository, 'list' | 'creation' | 'change' | 'setting'>,
  configs: Pick<ConfigRepository, 'agreement'>,
  quotas: Pick<QuotaRepository, 'growth'>,
  slots: SlotRepository,
  rates: Pick<RateRepository, 'spend'>,
  checks: KeyChecks,
  cipher: Pick<Cipher, 'encrypt'>,
  baseUrl: string,
  clock = systemClock,
): Handle<typeof setGateway> => {
  type Body = Parameters<Handle<typeof setGateway>>[0]['body']

  /** What is known of the key after the change: undefined for what was known before. */
  const keyOf = async (recipientId: string, { id, gateway, token, settings }: Body): Promise<GatewayChange['key']> => {
    const check = keyCheckOf(checks, gateway)
    if (!token) return check && settings === undefined ? undefined : null
    if (check === undefined) return null
    const stored = id && settings === undefined ? credentialById(await gateways.list(recipientId), id) : undefined
    await rates.spend(recipientId, 'gatewayKeys')
    const state = await checkedKey(check, { token, settings: settings ?? stored?.settings ?? {} })
    return { state, isMaster: isMasterKey(gateway, token) }
  }

  return async ({ recipientId, body }, commit) => {
    const { gateway, type, settings, keepPrevious } = body
    const id = body.id || newId()
    const checked = await keyOf(recipientId, body)
    const seal = async (secret: string | undefined, field: 'secret' | 'token'): Promise<Uint8Array | undefined> =>
      secret ? cipher.encrypt(secret, { recipientId, credentialId: id, field: `gateways.${field}` }) : undefined
    const sealing = Promise.all([seal(body.secret, 'secret'), seal(body.token, 'token')])
    return retryOnConflict(async (outdated) => {
      const [[secret, token], existing] = await Promise.all([
        sealing,
        // Whether a changed credential is enabled has to be read; a new one is not.
        body.id ? gateways.list(recipientId) : undefined,
      ])
      const now = epochSeconds(clock())
      const credential = existing && credentialById(existing, id)
      // What was known of a key is of its gateway and account.
      const isUnknown = credential !== undefined && credential.gateway !== gateway && checked === undefined
      const key = isUnknown ? null : checked
      const change = { gateway, type, secret, token, settings, key, keepPrevious }
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
      const answer = {
        id,
        gateway,
        type,
        enabled,
        webhookUrl: webhookUrl(baseUrl, recipientId, credential?.address ?? id),
        key: (key === undefined ? credential?.key : key) ?? null,
        ...(isRotation && { previousSecretUntil: new Date((now + rotationSeconds) * 1000).toISOString() }),
      }
      if (credential !== undefined) return commit(writes, answer)
      const newcomer = {
        recipientId,
        collection: 'gateways',
        id,
        living: async () => (await gateways.list(recipientId)).map((each) => each.id),
      } as const
      return withSlot(slots, newcomer, (slot) => commit([...writes, slot], answer))
    })
  }
}

export const handler = httpHandler(
  setGateway,
  handle(
    gatewayRepository(documentClient),
    configRepository(documentClient),
    quotaRepository(),
    slotRepository(),
    rateRepository(documentClient),
    gatewayKeyChecks(),
    kmsCipher(kmsClient),
    publicUrl(),
  ),
  commitTo(documentClient),
)
