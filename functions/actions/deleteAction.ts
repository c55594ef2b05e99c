import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { deleteAction } from '../../shared/areas/actions/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

/** Two round trips: the bytes that the action returns are read first; a registration may raise them meanwhile. */
export const handle =
  (
    actions: Pick<ActionRepository, 'find' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof deleteAction> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const bytes = (await actions.find(recipientId, [id])).get(id)?.reserved
      if (bytes === undefined) throw unknownId('action')
      const growth = quotas.growth(recipientId, 'actions', { items: -1, bytes: -bytes })
      return commit([actions.removal(recipientId, id, bytes), ...growth], {})
    })

export const handler = memberHandler(
  deleteAction,
  handle(actionRepository(documentClient), quotaRepository()),
  commitTo(documentClient),
)
