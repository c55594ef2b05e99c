import { toggleGateway } from '../../shared/areas/payments/contract.ts'
import {
  credentialById,
  type GatewayRepository,
  gatewayRepository,
} from '../../shared/areas/payments/gatewayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableName } from '../../shared/runtime/env.ts'

export const handle =
  (gateways: Pick<GatewayRepository, 'list' | 'setting'>): Handle<typeof toggleGateway> =>
  ({ recipientId, body: { id, enabled: asked } }, commit) =>
    // It takes two round trips, because the present state and the type have to be known first.
    retryOnConflict(async () => {
      const credential = credentialById(await gateways.list(recipientId), id)
      const enabled = asked ?? !credential.enabled
      const writes = enabled === credential.enabled ? [] : [gateways.setting(recipientId, credential, enabled)]
      return commit(writes, { id, enabled })
    })

export const handler = httpHandler(
  toggleGateway,
  handle(gatewayRepository(documentClient, tableName('gateways'))),
  commitTo(documentClient),
)
