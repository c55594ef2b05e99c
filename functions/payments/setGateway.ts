import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, publicUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { setGateway } from '../../shared/payments/contract.ts'
import { credentialById, type GatewayRepository, gatewayRepository } from '../../shared/payments/gatewayRepository.ts'
import { webhookUrl } from '../../shared/payments/webhookUrl.ts'
import { type Cipher, kmsCipher } from '../../shared/secrets/cipher.ts'

export const handle = (
  gateways: Pick<GatewayRepository, 'list' | 'creation' | 'change'>,
  cipher: Pick<Cipher, 'encrypt'>,
  baseUrl: string,
): Handle<typeof setGateway> => {
  return async ({ recipientId, body }, commit) => {
    const { gateway, type, settings } = body
    const id = body.id ?? newId()
    const seal = async (secret: string | undefined, field: string): Promise<Uint8Array | undefined> =>
      secret === undefined ? undefined : cipher.encrypt(secret, { recipientId, credentialId: id, field })
    const [secret, token, existing] = await Promise.all([
      seal(body.secret, 'secret'),
      seal(body.token, 'token'),
      // Whether a changed credential is enabled has to be read; a new one is not.
      body.id === undefined ? undefined : gateways.list(recipientId),
    ])
    const change = { gateway, type, secret, token, settings }
    const credential = existing && credentialById(existing, id)
    const write = credential
      ? gateways.change(recipientId, id, change, Math.floor(Date.now() / 1000))
      : gateways.creation(recipientId, id, change)
    const enabled = credential?.enabled === true && credential.type === type
    return commit([write], { id, gateway, type, enabled, webhookUrl: webhookUrl(baseUrl, recipientId, id) })
  }
}

export const handler = httpHandler(
  setGateway,
  handle(
    gatewayRepository(documentClient, tableName('gateways')),
    kmsCipher(kmsClient, keyArn('secrets')),
    publicUrl(),
  ),
  commitTo(documentClient),
)
