import { renameOverlay } from '../../shared/areas/overlays/contract.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (overlays: Pick<OverlayRepository, 'change'>): Handle<typeof renameOverlay> =>
  ({ recipientId, body: { overlayId, name } }, commit) =>
    commit([overlays.change(recipientId, overlayId, name)], { overlayId, name })

export const handler = memberHandler(renameOverlay, handle(overlayRepository(documentClient)), commitTo(documentClient))
