import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { connectionsUrl } from '../../runtime/env.ts'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The function's only client for posting to WebSocket connections, at the WebSocket API's own address. A post is taken
 * within milliseconds or not at all: an attempt is given up early enough for another one.
 */
export const connectionsClient = new ApiGatewayManagementApiClient({
  endpoint: connectionsUrl(),
  retryStrategy,
  requestHandler: attemptLimits(600),
})
