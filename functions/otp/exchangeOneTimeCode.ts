import { codeHeader, exchangeOneTimeCode } from '../../shared/areas/otp/contract.ts'
import { depositContext, type OneTimeCodeStore, oneTimeCodeStore } from '../../shared/areas/otp/oneTimeCodeStore.ts'
import type { Handle, RequestOf } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { secretKeyOf } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { randomId } from '../../shared/runtime/ids.ts'
import { log } from '../../shared/runtime/log.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const givenCode = ({ headers, body }: RequestOf<typeof exchangeOneTimeCode>): string => {
  const inHeader = headers[codeHeader]
  if (inHeader !== undefined && body.otp !== undefined)
    throw new Problem('invalid_request', 'Send the one-time code in the header or in the body, not in both.', {
      errors: [{ in: 'body', pointer: '/otp', code: 'contradictory', detail: 'excludes the header' }],
    })
  return inHeader ?? body.otp ?? ''
}

/**
 * The answer to a code that opens nothing. An overlay that starts again with its old address then uses its stored
 * session.
 */
const refused = (requestId: string) => {
  log('INFO', 'otp_refused', { operation: exchangeOneTimeCode.id, requestId })
  return { refreshToken: '' }
}

export const handle =
  (
    codes: Pick<OneTimeCodeStore, 'redeem' | 'restore'>,
    cipher: Pick<Cipher, 'decrypt'>,
    clock = systemClock,
  ): Handle<typeof exchangeOneTimeCode> =>
  async (request) => {
    const key = secretKeyOf(givenCode(request))
    if (key === undefined) return refused(request.requestId)
    const exchangeId = randomId()
    const deposit = await codes.redeem(key, exchangeId, epochSeconds(clock()))
    if (deposit === undefined) return refused(request.requestId)
    try {
      return {
        refreshToken: await cipher.decrypt(deposit.refreshToken, depositContext(deposit.recipientId, key.secretHash)),
      }
    } catch (error) {
      await codes.restore(key, exchangeId).catch(() => undefined)
      throw error
    }
  }

export const handler = httpHandler(exchangeOneTimeCode, handle(oneTimeCodeStore(documentClient), kmsCipher(kmsClient)))
