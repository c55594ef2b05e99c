import { log, loggedError } from '../log.ts'
import type { Dismissal } from '../overlays/overlayRepository.ts'
import { messageVersion } from './messageVersion.ts'
import type { ErrorMessage } from './serverMessages.ts'
import type { SocketSender } from './socketSender.ts'

/** The message by which a connection learns that it gets no more deliveries. */
export const dismissed = (code: Dismissal): ErrorMessage => ({
  version: messageVersion,
  type: 'error',
  code,
  detail: code === 'revoked' ? 'The overlay was revoked.' : 'The overlay has a newer connection.',
})

/** Dismisses a connection and closes it. It does not fail: a connection that could not be reached is dismissed at its next message, and gets nothing until then. */
export const dismissing =
  (sender: SocketSender) =>
  async (recipientId: string, connectionId: string, code: Dismissal): Promise<void> => {
    try {
      if (await sender.send(connectionId, dismissed(code))) await sender.close(connectionId)
    } catch (error) {
      log('WARN', 'push', { recipientId, code: 'connection_not_closed', error: loggedError(error) })
    }
  }

export type Dismiss = ReturnType<typeof dismissing>
