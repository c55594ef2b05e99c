import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { listOverlays } from '../../shared/overlays/contract.ts'
import { listedOverlay } from '../../shared/overlays/listedOverlay.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'

export const handle =
  (overlays: Pick<OverlayRepository, 'list'>, cursorKey: CursorKey, clock = systemClock): Handle<typeof listOverlays> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
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

export const handler = httpHandler(
  listOverlays,
  handle(overlayRepository(documentClient, tableName('overlays')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
  commitTo(documentClient),
)
