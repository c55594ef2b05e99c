import type { DueKey } from '../../mechanisms/store/dueStore.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import { messageVersion } from './messageVersion.ts'
import type { SocketSender } from './socketSender.ts'

/** The most milliseconds for a notice: a run sends up to a thousand, ten at a time. */
const noticeMs = 500

/**
 * Sends `missed` to an overlay after a push to it has failed, and closes the connection of a session that is over. One
 * that cannot be reached stays due, until it takes the notice or its connection ends.
 */
export const missedNotice = (
  overlays: Pick<OverlayRepository, 'find' | 'detach' | 'forgetMissed' | 'end'>,
  sender: Pick<SocketSender, 'send' | 'close'>,
  clock: Clock = systemClock,
) => ({
  takeUp: async ({ recipientId, id }: DueKey): Promise<void> => {
    // The index of due overlays is eventually consistent.
    const overlay = await overlays.find(recipientId, id)
    const { dueAt, connectionId, endsAt } = overlay ?? {}
    if (overlay === undefined || dueAt === undefined || connectionId === undefined) return
    try {
      if (endsAt !== undefined && endsAt * 1000 <= clock()) {
        await sender.close(connectionId)
        await overlays.end(recipientId, id)
      } else if (await sender.send(connectionId, { version: messageVersion, type: 'missed' }, noticeMs))
        await overlays.forgetMissed(recipientId, overlay)
      else await overlays.detach(recipientId, id, connectionId)
    } catch (error) {
      log('WARN', 'push', { recipientId, code: 'stalled_overlay', error: loggedError(error) })
    }
  },
})
