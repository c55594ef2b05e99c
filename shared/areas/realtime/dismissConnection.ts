import { setTimeout as sleep } from 'node:timers/promises'
import { log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { Connection, Dismissal } from '../overlays/overlay.ts'
import { messageVersion } from './messageVersion.ts'
import type { ErrorMessage } from './serverMessages.ts'
import type { SocketSender } from './socketSender.ts'

/** The message by which a connection learns that it gets no more deliveries. */
export const dismissalMessage = (code: Dismissal): ErrorMessage => ({
  version: messageVersion,
  type: 'error',
  code,
  detail: code === 'revoked' ? 'The overlay was revoked.' : 'The overlay has a newer connection.',
})

/** A connection of this age may still be on its way to be opened, and counts as gone until then. */
const youngMs = 10_000
const attempts = 5
const betweenAttemptsMs = 200

/**
 * Dismisses a connection and closes it. It does not fail: an unreachable connection is dismissed at its next message,
 * and gets nothing until then.
 */
export const dismissConnection =
  (sender: SocketSender, clock = systemClock) =>
  async (recipientId: string, { connectionId, connectedAt }: Connection, code: Dismissal): Promise<void> => {
    const last = clock() - connectedAt < youngMs ? attempts : 1
    try {
      for (let attempt = 1; attempt <= last; attempt++) {
        if (await sender.send(connectionId, dismissalMessage(code))) return await sender.close(connectionId)
        if (attempt < last) await sleep(betweenAttemptsMs)
      }
    } catch (error) {
      log('WARN', 'push', { recipientId, code: 'connection_not_closed', error: loggedError(error) })
    }
  }

export type Dismiss = ReturnType<typeof dismissConnection>
