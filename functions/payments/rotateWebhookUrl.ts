import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { publicUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { rotateWebhookUrl } from '../../shared/payments/contract.ts'
import { type GatewayRepository, gatewayRepository, rotationSeconds } from '../../shared/payments/gatewayRepository.ts'
import { newAddress, webhookUrl } from '../../shared/payments/webhookUrl.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'

export const handle =
  (
    gateways: Pick<GatewayRepository, 'readdressing'>,
    baseUrl: string,
    clock = systemClock,
  ): Handle<typeof rotateWebhookUrl> =>
  ({ recipientId, body: { id, keepPrevious } }, commit) => {
    const address = newAddress(id)
    const until = epochSeconds(clock()) + rotationSeconds
    return commit([gateways.readdressing(recipientId, id, address, keepPrevious ? until : undefined)], {
      id,
      webhookUrl: webhookUrl(baseUrl, recipientId, address),
      ...(keepPrevious && { previousUrlUntil: new Date(until * 1000).toISOString() }),
    })
  }

export const handler = httpHandler(
  rotateWebhookUrl,
  handle(gatewayRepository(documentClient, tableName('gateways')), publicUrl()),
  commitTo(documentClient),
)
