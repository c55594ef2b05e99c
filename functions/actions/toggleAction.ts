import { type ActionRepository, actionRepository } from '../../shared/actions/actionRepository.ts'
import { toggleAction } from '../../shared/actions/contract.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'

export const handle =
  (actions: Pick<ActionRepository, 'change'>): Handle<typeof toggleAction> =>
  ({ recipientId, body: { id, enabled } }, commit) =>
    commit([actions.change(recipientId, id, enabled)], { id, enabled })

export const handler = httpHandler(
  toggleAction,
  handle(actionRepository(documentClient, tableName('actions'))),
  commitTo(documentClient),
)
