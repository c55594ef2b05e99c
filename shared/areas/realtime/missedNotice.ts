import type { DueKey } from '../../mechanisms/store/dueStore.ts'
import { log, loggedError } from '../../runtime/log.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import { messageVersion } from './messageVersion.ts'
import type { SocketSender } from './socketSender.ts'

/** The most milliseconds for a notice: a run sends up to a thousand, ten at a time. */
const noticeMs = 500

/**
 * Sends `missed` to an overlay after a push to it has failed. One that cannot be reached stays due, until it takes the
 * notice or its connection ends.
 */
export const missedNotice = (
  overlays: Pick<OverlayRepository, 'find' | 'detach' | 'forgetMissed'>,
  sender: Pick<SocketSender, 'send'>,
) => ({
  takeUp: async ({ recipientId, id }: DueKey): Promise<void> => {
    // The index of due overlays is eventually consistent.
    const { dueAt, connectionId } = (await overlays.find(recipientId, id)) ?? {}
    if (dueAt === undefined || connectionId === undefined) return
    try {
      if (await sender.send(connectionId, { version: messageVersion, type: 'missed' }, noticeMs))
        await overlays.forgetMissed(recipientId, id, dueAt)
      else await overlays.detach(recipientId, id, connectionId)
    } catch (error) {
      log('WARN', 'push', { recipientId, code: 'stalled_overlay', error: loggedError(error) })
    }
  },
})
