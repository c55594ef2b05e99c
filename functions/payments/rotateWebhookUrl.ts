import { afterwards } from '../../shared/areas/payments/afterwards.ts'
import { rotateWebhookUrl } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import { rotationSeconds } from '../../shared/areas/payments/gatewayTimes.ts'
import { type RegistrationKeeper, registrationKeeper } from '../../shared/areas/payments/registrationKeeper.ts'
import { storedKey } from '../../shared/areas/payments/storedKey.ts'
import { newAddress, webhookUrl } from '../../shared/areas/payments/webhookUrl.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { gatewayWebhooks } from '../../shared/providers/gatewayWebhooks.ts'
import { publicUrl } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle = (
  gateways: Pick<GatewayRepository, 'find' | 'readdressing'>,
  rates: Pick<RateRepository, 'spend'>,
  register: RegistrationKeeper,
  cipher: Pick<Cipher, 'decrypt'>,
  baseUrl: string,
  clock = systemClock,
): Handle<typeof rotateWebhookUrl> => {
  /** Moves a webhook that was registered to the address of now: another request may have changed it again. */
  const move = async (recipientId: string, id: string, now: number): Promise<void> => {
    const { credential, token: sealedKey, hasSecret, endpoint } = await gateways.find(recipientId, id)
    if (sealedKey === undefined || endpoint === undefined) return
    await rates.spend(recipientId, 'gatewayKeys')
    const key = await storedKey(cipher, recipientId, credential, sealedKey)
    const { gateway, address } = credential
    const url = webhookUrl(baseUrl, recipientId, address)
    await register({ recipientId, id, gateway, key, sealedKey, url, endpoint, hasSecret }, now)
  }

  return async ({ recipientId, body: { id, keepPrevious } }, commit) => {
    const address = newAddress(id)
    const now = epochSeconds(clock())
    const until = now + rotationSeconds
    const answer = await commit([gateways.readdressing(recipientId, id, address, keepPrevious ? until : undefined)], {
      id,
      webhookUrl: webhookUrl(baseUrl, recipientId, address),
      ...(keepPrevious && { previousUrlUntil: new Date(until * 1000).toISOString() }),
    })
    await afterwards(recipientId, () => move(recipientId, id, now))
    return answer
  }
}

const cipher = kmsCipher(kmsClient)

export const handler = httpHandler(
  rotateWebhookUrl,
  handle(
    gatewayRepository(documentClient),
    rateRepository(documentClient),
    registrationKeeper(documentClient, cipher, gatewayWebhooks()),
    cipher,
    publicUrl(),
  ),
  commitTo(documentClient),
)
