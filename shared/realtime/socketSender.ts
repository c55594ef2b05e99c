import { type ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { deadlineSignal } from '../invocation.ts'
import type { ServerMessage } from './serverMessages.ts'

/** Sends messages to connections. */
export interface SocketSender {
  /** Whether the connection is still there to take it. */
  send(connectionId: string, message: ServerMessage): Promise<boolean>
}

/** Milliseconds that one message may take, repetitions included: who is slower holds up others. */
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
