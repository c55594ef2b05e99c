import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { deleteEndpoint } from '../../shared/endpoints/contract.ts'
import { type EndpointRepository, endpointRepository } from '../../shared/endpoints/endpointRepository.ts'
import { withSubscription } from '../../shared/endpoints/subscriptions.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'
import { totalsWrites } from '../../shared/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

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

const recipients = tableName('recipients')

export const handler = httpHandler(
  deleteEndpoint,
  handle(
    endpointRepository(documentClient, tableName('endpoints')),
    totalsRepository(documentClient, recipients),
    recipients,
  ),
  commitTo(documentClient),
)
