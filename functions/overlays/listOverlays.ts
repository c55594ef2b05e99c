import { listOverlays } from '../../shared/areas/overlays/contract.ts'
import { listedOverlay } from '../../shared/areas/overlays/listedOverlay.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (overlays: Pick<OverlayRepository, 'list'>, cursorKey: CursorKey, clock = systemClock): Handle<typeof listOverlays> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listOverlays,
      query,
      cursorKey,
      sortable: ['createdAt', 'lastSeenAt', 'name', 'id'],
      byDefault: { property: 'createdAt', ascending: false },
      read: async () => {
        const now = new Date(clock())
        const all = await overlays.list(recipientId)
        return all
          .filter(({ expiresAt }) => expiresAt > epochSeconds(now))
          .map((overlay) => listedOverlay(overlay, now))
      },
    })

export const handler = memberHandler(
  listOverlays,
  handle(overlayRepository(documentClient), cursorKeyFrom(kmsClient)),
  commitTo(documentClient),
)
