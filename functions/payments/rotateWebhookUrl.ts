import { rotateWebhookUrl } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import { rotationSeconds } from '../../shared/areas/payments/gatewayTimes.ts'
import { newAddress, webhookUrl } from '../../shared/areas/payments/webhookUrl.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { publicUrl } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

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
  handle(gatewayRepository(documentClient), publicUrl()),
  commitTo(documentClient),
)
