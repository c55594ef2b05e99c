import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { rotateEndpointSecret } from '../../shared/endpoints/contract.ts'
import {
  type EndpointRepository,
  endpointRepository,
  rotationSeconds,
} from '../../shared/endpoints/endpointRepository.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type Cipher, kmsCipher } from '../../shared/secrets/cipher.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'
import { newWebhookSecret } from '../../shared/webhooks/standardWebhooks.ts'

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
  handle(endpointRepository(documentClient, tableName('endpoints')), kmsCipher(kmsClient, keyArn('secrets'))),
  commitTo(documentClient),
)
