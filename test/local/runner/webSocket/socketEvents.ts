import { randomBytes } from 'node:crypto'
import type { Deployment, WebSocketApiResource } from '../deployment.ts'
import type { GatewayRequest } from '../gateway/gatewayRequest.ts'
import { headerValue } from '../gateway/gatewayRequest.ts'
import { grouped, lastOfEach, multiValueHeaders } from '../gateway/multiValueHeaders.ts'
import { requestTime } from '../gateway/requestTime.ts'

/** The properties of a connection that its first request determines. */
export interface SocketOrigin {
  readonly connectionId: string
  /** Milliseconds since the epoch. */
  readonly connectedAt: number
  readonly request: GatewayRequest
  /** Decoded parameters of the address, repeated ones included. */
  readonly query: readonly (readonly [name: string, value: string])[]
}

export interface SocketApi extends Pick<Deployment, 'accountId' | 'region'> {
  readonly webSocketApi: WebSocketApiResource
}

/** Fifteen characters and `=`, as in `L0SM9cOFvHcCIhw=`. */
export const newSocketId = (): string => `${randomBytes(11).toString('base64url')}=`

const contextOf = (api: SocketApi, origin: SocketOrigin, routeKey: string, now: number) => {
  const { apiId, stage } = api.webSocketApi
  const userAgent = headerValue(origin.request, 'user-agent')
  return {
    routeKey,
    extendedRequestId: newSocketId(),
    requestTime: requestTime(now),
    messageDirection: 'IN',
    stage,
    connectedAt: origin.connectedAt,
    requestTimeEpoch: now,
    identity: { ...(userAgent !== undefined && { userAgent }), sourceIp: origin.request.sourceIp },
    requestId: newSocketId(),
    domainName: `${apiId}.execute-api.${api.region}.amazonaws.com`,
    connectionId: origin.connectionId,
    apiId,
  }
}

/**
 * The event of `$connect`. Query members are absent when there is no query.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html
 */
export const connectEvent = (api: SocketApi, origin: SocketOrigin): Record<string, unknown> => {
  const headers = multiValueHeaders(origin.request, origin.connectedAt)
  const multiValueQueryStringParameters = grouped(origin.query)
  return {
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    ...(origin.query.length > 0 && {
      queryStringParameters: lastOfEach(multiValueQueryStringParameters),
      multiValueQueryStringParameters,
    }),
    requestContext: { ...contextOf(api, origin, '$connect', origin.connectedAt), eventType: 'CONNECT' },
    isBase64Encoded: false,
  }
}

/** The event of a message. A binary one arrives in base64. */
export const messageEvent = (
  api: SocketApi,
  origin: SocketOrigin,
  message: { readonly routeKey: string; readonly data: Buffer; readonly isBinary: boolean; readonly now: number },
): Record<string, unknown> => {
  const { routeKey, data, isBinary, now } = message
  return {
    requestContext: { ...contextOf(api, origin, routeKey, now), messageId: newSocketId(), eventType: 'MESSAGE' },
    body: data.toString(isBinary ? 'base64' : 'utf8'),
    isBase64Encoded: isBinary,
  }
}

/** The event of `$disconnect`, with the close code that ended the connection. */
export const disconnectEvent = (
  api: SocketApi,
  origin: SocketOrigin,
  end: { readonly code: number; readonly reason: string; readonly now: number },
): Record<string, unknown> => {
  const host = headerValue(origin.request, 'host') ?? ''
  const headers = { Host: host, 'x-api-key': '', 'X-Forwarded-For': origin.request.sourceIp, 'x-restapi': '' }
  return {
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    requestContext: {
      ...contextOf(api, origin, '$disconnect', end.now),
      disconnectStatusCode: end.code,
      disconnectReason: end.reason,
      eventType: 'DISCONNECT',
    },
    isBase64Encoded: false,
  }
}
