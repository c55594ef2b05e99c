import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { deadlineSignal } from '../../runtime/invocation.ts'
import type { ServerMessage } from './serverMessages.ts'

/** A connection took nothing for as long as one message may take. */
export class StalledConnection extends Error {
  override readonly name = 'StalledConnection'
}

export interface SocketSender {
  /**
   * Resolves to whether the connection still exists.
   *
   * @param limitMs the most milliseconds for the message, repetitions included
   * @throws StalledConnection after that time
   */
  send(connectionId: string, message: ServerMessage, limitMs?: number): Promise<boolean>
  /** Closes a connection, if it exists. */
  close(connectionId: string): Promise<void>
}

/** The most milliseconds for one message, repetitions included, because a slow connection delays others. */
const sendingTimeoutMs = 1500

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'GoneException'

/** Sends through the management interface of API Gateway. */
export const socketSender = (client: ApiGatewayManagementApiClient): SocketSender => ({
  send: async (connectionId, message, limitMs = sendingTimeoutMs) => {
    const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) })
    const abortSignal = deadlineSignal(limitMs)
    try {
      await client.send(command, abortSignal === undefined ? {} : { abortSignal })
      return true
    } catch (error) {
      if (isGone(error)) return false
      if (abortSignal?.aborted) throw new StalledConnection('the connection takes nothing', { cause: error })
      throw error
    }
  },

  close: async (connectionId) => {
    const command = new DeleteConnectionCommand({ ConnectionId: connectionId })
    const abortSignal = deadlineSignal(sendingTimeoutMs)
    try {
      await client.send(command, abortSignal === undefined ? {} : { abortSignal })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  },
})
