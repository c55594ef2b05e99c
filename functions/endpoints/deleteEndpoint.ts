import { deleteEndpoint } from '../../shared/areas/endpoints/contract.ts'
import { type EndpointRepository, endpointRepository } from '../../shared/areas/endpoints/endpointRepository.ts'
import { withSubscription } from '../../shared/areas/endpoints/subscriptions.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableName } from '../../shared/runtime/env.ts'

export const handle =
  (
    endpoints: Pick<EndpointRepository, 'removal'>,
    totals: Pick<TotalsRepository, 'read'>,
    recipients: string,
  ): Handle<typeof deleteEndpoint> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const { endpoints: from } = await totals.read(recipientId)
      const change = { endpoints: { from, to: withSubscription(from, id, []) } }
      return commit([endpoints.removal(recipientId, id), ...totalsWrites(recipients, recipientId, change)], {})
    })

export const handler = httpHandler(
  deleteEndpoint,
  handle(endpointRepository(documentClient), totalsRepository(documentClient), tableName('recipients')),
  commitTo(documentClient),
)
