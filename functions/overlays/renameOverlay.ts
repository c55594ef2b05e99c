import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { renameOverlay } from '../../shared/overlays/contract.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/overlays/overlayRepository.ts'

export const handle =
  (overlays: Pick<OverlayRepository, 'change'>): Handle<typeof renameOverlay> =>
  ({ recipientId, body: { overlayId, name } }, commit) =>
    commit([overlays.change(recipientId, overlayId, name)], { overlayId, name })

export const handler = httpHandler(
  renameOverlay,
  handle(overlayRepository(documentClient, tableName('overlays'))),
  commitTo(documentClient),
)
