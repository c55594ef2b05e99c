import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { deleteConfig } from '../../shared/areas/config/contract.ts'
import { overlayRecord } from '../../shared/areas/overlays/overlayLook.ts'
import { type LookWrites, lookWrites } from '../../shared/areas/realtime/lookWrites.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

/** Two round trips: all names are read, because the record may have been renamed. */
export const handle =
  (
    configs: Pick<ConfigRepository, 'names' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    looks: LookWrites,
  ): Handle<typeof deleteConfig> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const names = await configs.names(recipientId)
      const own = names.find((each) => each['id'] === id)
      if (own === undefined) throw unknownId('configuration record')
      const { writes, growth } = configs.removal(recipientId, own, names)
      const look = own['name'] === overlayRecord ? await looks(recipientId, {}) : []
      return commit([...writes, ...quotas.growth(recipientId, 'configs', growth), ...look], {})
    })

export const handler = memberHandler(
  deleteConfig,
  handle(configRepository(documentClient), quotaRepository(), lookWrites(totalsRepository(documentClient))),
  commitTo(documentClient),
)
