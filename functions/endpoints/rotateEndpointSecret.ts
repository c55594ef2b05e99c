import { rotateEndpointSecret } from '../../shared/areas/endpoints/contract.ts'
import { type EndpointRepository, endpointRepository } from '../../shared/areas/endpoints/endpointRepository.ts'
import { rotationSeconds } from '../../shared/areas/endpoints/endpointTimes.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { newWebhookSecret } from '../../shared/mechanisms/webhooks/standardWebhooks.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    endpoints: Pick<EndpointRepository, 'rotation'>,
    cipher: Pick<Cipher, 'encrypt'>,
    clock = systemClock,
  ): Handle<typeof rotateEndpointSecret> =>
  async ({ recipientId, body: { id, keepPrevious } }, commit) => {
    const secret = newWebhookSecret()
    const sealed = await cipher.encrypt(secret, { recipientId, endpointId: id, field: 'endpoints.secret' })
    const until = epochSeconds(clock()) + rotationSeconds
    return commit([endpoints.rotation(recipientId, id, sealed, keepPrevious ? until : undefined)], {
      id,
      secret,
      ...(keepPrevious && { previousSecretUntil: new Date(until * 1000).toISOString() }),
    })
  }

export const handler = httpHandler(
  rotateEndpointSecret,
  handle(endpointRepository(documentClient), kmsCipher(kmsClient)),
  commitTo(documentClient),
)
