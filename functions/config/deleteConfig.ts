import { documentClient } from '../../shared/aws/documentClient.ts'
import { type ConfigRepository, configRepository } from '../../shared/config/configRepository.ts'
import { deleteConfig } from '../../shared/config/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'

/** Two round trips: all names are read, because the record may have been renamed. */
export const handle =
  (
    configs: Pick<ConfigRepository, 'names' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof deleteConfig> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const names = await configs.names(recipientId)
      const own = names.find((each) => each['id'] === id)
      if (own === undefined) throw unknownId('configuration record')
      const { writes, growth } = configs.removal(recipientId, own, names)
      return commit([...writes, ...quotas.growth(recipientId, 'configs', growth)], {})
    })

export const handler = httpHandler(
  deleteConfig,
  handle(configRepository(documentClient, tableName('configs')), quotaRepository(tableName('quotas'))),
  commitTo(documentClient),
)
