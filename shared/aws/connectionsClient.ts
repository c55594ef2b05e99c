import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { connectionsUrl } from '../env.ts'
import { retryStrategy } from './retryStrategy.ts'

/** The function's only client for posting to WebSocket connections, at the WebSocket API's own address. */
export const connectionsClient = new ApiGatewayManagementApiClient({
  endpoint: connectionsUrl(),
  retryStrategy,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
})
