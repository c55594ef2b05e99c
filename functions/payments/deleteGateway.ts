import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { deleteGateway } from '../../shared/payments/contract.ts'
import { credentialById, type GatewayRepository, gatewayRepository } from '../../shared/payments/gatewayRepository.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'

export const handle =
  (gateways: Pick<GatewayRepository, 'list' | 'setting' | 'removal'>): Handle<typeof deleteGateway> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const credential = credentialById(await gateways.list(recipientId), id)
      const disabling = credential.enabled ? [gateways.setting(recipientId, credential, false)] : []
      return commit([gateways.removal(recipientId, id), ...disabling], {})
    })

export const handler = httpHandler(
  deleteGateway,
  handle(gatewayRepository(documentClient, tableName('gateways'))),
  commitTo(documentClient),
)
