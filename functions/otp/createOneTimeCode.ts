import { codeSeconds, createOneTimeCode } from '../../shared/areas/otp/contract.ts'
import { depositContext, type OneTimeCodeStore, oneTimeCodeStore } from '../../shared/areas/otp/oneTimeCodeStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    codes: Pick<OneTimeCodeStore, 'creation'>,
    cipher: Pick<Cipher, 'encrypt'>,
    rates: Pick<RateRepository, 'spend'>,
    clock = systemClock,
  ): Handle<typeof createOneTimeCode> =>
  async ({ recipientId, body }, commit) => {
    const otp = newOwnedSecret(recipientId)
    const key = newSecretKey(recipientId, otp)
    const [refreshToken] = await Promise.all([
      cipher.encrypt(body.refreshToken, depositContext(recipientId, key.secretHash)),
      rates.spend(recipientId, 'oneTimeCodes'),
    ])
    const expiresAt = epochSeconds(clock()) + codeSeconds
    return commit([codes.creation({ ...key, recipientId, refreshToken, expiresAt })], {
      otp,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    })
  }

export const handler = httpHandler(
  createOneTimeCode,
  handle(oneTimeCodeStore(documentClient), kmsCipher(kmsClient), rateRepository(documentClient)),
  commitTo(documentClient),
)
