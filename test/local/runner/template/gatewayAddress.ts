import type { ResourceEntry } from './template.ts'

/** The host that AWS gives to an API. */
export const gatewayHost = (apiId: string, region: string): string => `${apiId}.execute-api.${region}.amazonaws.com`

export const apiEndpoint = (api: ResourceEntry, apiId: string, region: string): string =>
  `${isWebSocket(api) ? 'wss' : 'https'}://${gatewayHost(apiId, region)}`

export const isApi = ({ type }: ResourceEntry): boolean =>
  type === 'AWS::ApiGatewayV2::Api' || type === 'AWS::ApiGateway::RestApi'

export const isWebSocket = (api: ResourceEntry): boolean => api.properties['ProtocolType'] === 'WEBSOCKET'
