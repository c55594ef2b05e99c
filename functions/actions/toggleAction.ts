import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { toggleAction } from '../../shared/areas/actions/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (actions: Pick<ActionRepository, 'change'>): Handle<typeof toggleAction> =>
  ({ recipientId, body: { id, enabled } }, commit) =>
    commit([actions.change(recipientId, id, enabled)], { id, enabled })

export const handler = memberHandler(toggleAction, handle(actionRepository(documentClient)), commitTo(documentClient))
