import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { changeAgreement } from '../../shared/areas/config/contract.ts'
import { knownGateways } from '../../shared/areas/config/rules.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { newId } from '../../shared/runtime/ids.ts'

export const handle =
  (
    configs: Pick<ConfigRepository, 'agreement'>,
    gateways: Pick<GatewayRepository, 'list'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof changeAgreement> =>
  async ({ recipientId, body: { gateway } }, commit) => {
    // Only a gateway unknown to the service costs a second round trip.
    const isKnown =
      knownGateways.has(gateway) ||
      (await gateways.list(recipientId)).some((credential) => credential.gateway === gateway)
    if (!isKnown) {
      const errors = [
        {
          in: 'body',
          pointer: '/gateway',
          code: 'unknown',
          detail: 'neither known nor one of a credential of the caller',
        },
      ] as const
      throw new Problem('invalid_request', 'The gateway is unknown.', { errors })
    }
    return retryOnConflict((outdated) => {
      const { write, growth } = configs.agreement(recipientId, gateway, newId(), outdated)
      return commit([write, ...quotas.growth(recipientId, 'configs', growth)], { gateway })
    })
  }

export const handler = httpHandler(
  changeAgreement,
  handle(configRepository(documentClient), gatewayRepository(documentClient), quotaRepository()),
  commitTo(documentClient),
)
