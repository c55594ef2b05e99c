import { type ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { deadlineSignal } from '../invocation.ts'
import type { ServerMessage } from './serverMessages.ts'

/** Sends messages to connections. */
export interface SocketSender {
  /** Resolves to whether the connection still exists. */
  send(connectionId: string, message: ServerMessage): Promise<boolean>
}

/** The most milliseconds for one message, repetitions included, because a slow connection delays others. */
const sendingTimeoutMs = 1500

/** Sends through the management interface of API Gateway. */
export const socketSender = (client: ApiGatewayManagementApiClient): SocketSender => ({
  send: async (connectionId, message) => {
    const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) })
    const abortSignal = deadlineSignal(sendingTimeoutMs)
    try {
      await client.send(command, abortSignal === undefined ? {} : { abortSignal })
      return true
    } catch (error) {
      if (error instanceof Error && error.name === 'GoneException') return false
      throw error
    }
  },
})
