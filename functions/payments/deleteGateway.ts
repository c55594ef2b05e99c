import { deleteGateway } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

export const handle =
  (gateways: Pick<GatewayRepository, 'find' | 'setting' | 'removal'>): Handle<typeof deleteGateway> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const { credential } = await gateways.find(recipientId, id)
      const disabling = credential.enabled ? [gateways.setting(recipientId, credential, false)] : []
      return commit([gateways.removal(recipientId, id), ...disabling], {})
    })

export const handler = httpHandler(deleteGateway, handle(gatewayRepository(documentClient)), commitTo(documentClient))
