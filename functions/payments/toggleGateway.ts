import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { offerWrites } from '../../shared/areas/config/offerWrites.ts'
import { toggleGateway } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

export const handle =
  (
    gateways: Pick<GatewayRepository, 'find' | 'setting'>,
    configs: Pick<ConfigRepository, 'agreement'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof toggleGateway> =>
  ({ recipientId, body: { id, enabled: asked } }, commit) =>
    // It takes two round trips, because the present state and the type have to be known first.
    retryOnConflict(async (outdated) => {
      const { credential } = await gateways.find(recipientId, id)
      const enabled = asked ?? !credential.enabled
      if (enabled === credential.enabled) return commit([], { id, enabled })
      if (enabled && credential.missing.length > 0)
        throw new Problem('credential_incomplete', `The credential lacks: ${credential.missing.join(', ')}.`)
      const offer = enabled ? offerWrites(configs, quotas, recipientId, credential, outdated) : []
      return commit([gateways.setting(recipientId, credential, enabled), ...offer], { id, enabled })
    })

export const handler = httpHandler(
  toggleGateway,
  handle(gatewayRepository(documentClient), configRepository(documentClient), quotaRepository()),
  commitTo(documentClient),
)
