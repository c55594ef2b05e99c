import { deleteGateway } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import { type WebhookRemoval, webhookRemoval } from '../../shared/areas/payments/webhookRemoval.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { gatewayWebhooks } from '../../shared/providers/gatewayWebhooks.ts'

export const handle =
  (
    gateways: Pick<GatewayRepository, 'find' | 'setting' | 'removal'>,
    removeWebhook: WebhookRemoval,
  ): Handle<typeof deleteGateway> =>
  async ({ recipientId, body: { id } }, commit) => {
    const removed = await retryOnConflict(async () => {
      const found = await gateways.find(recipientId, id)
      const disabling = found.credential.enabled ? [gateways.setting(recipientId, found.credential, false)] : []
      await commit([gateways.removal(recipientId, id), ...disabling], {})
      return found
    })
    await removeWebhook(recipientId, removed)
    return {}
  }

export const handler = httpHandler(
  deleteGateway,
  handle(gatewayRepository(documentClient), webhookRemoval(kmsCipher(kmsClient), gatewayWebhooks())),
  commitTo(documentClient),
)
