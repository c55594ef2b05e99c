import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { connectionsUrl } from '../env.ts'
import { retryStrategy } from './retryStrategy.ts'

/** The one client of a function that posts to WebSocket connections; every WebSocket API has an address of its own for that. */
export const connectionsClient = new ApiGatewayManagementApiClient({
  endpoint: connectionsUrl(),
  retryStrategy,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
})
