import { randomUUID } from 'node:crypto'
import type { EngineHandler, EngineResponse } from '../aws/engineHandler.ts'
import type { Connections, OpenConnection } from './connections.ts'
import { closeCodes, type WebSocketLimits } from './limits.ts'
import type { SocketApi } from './socketEvents.ts'

type Verb = 'POST' | 'GET' | 'DELETE'

const answer = (status: number, body: object | '' = '', headers: Record<string, string> = {}): EngineResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
  body: body === '' ? '' : JSON.stringify(body),
})

const failure = (status: number, code: string, message: string): EngineResponse =>
  answer(status, { message }, { 'x-amzn-errortype': code })

const post = async (connection: OpenConnection, body: Buffer, limits: WebSocketLimits): Promise<EngineResponse> => {
  if (body.length > limits.messageBytes) return failure(413, 'PayloadTooLargeException', 'Payload size exceeded')
  try {
    await connection.send(body)
    return answer(200)
  } catch {
    // The connection was closed while the message was being sent.
    return failure(410, 'GoneException', '')
  }
}

const describe = ({ origin, lastActiveAt }: OpenConnection): EngineResponse => {
  const { request, connectedAt } = origin
  const userAgent = request.headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]
  return answer(200, {
    connectedAt: new Date(connectedAt).toISOString(),
    identity: { sourceIp: request.sourceIp, ...(userAgent !== undefined && { userAgent }) },
    lastActiveAt: new Date(lastActiveAt).toISOString(),
  })
}

const close = (connection: OpenConnection): EngineResponse => {
  connection.close(closeCodes.normal)
  return answer(204)
}

const isVerb = (method: string): method is Verb => ['POST', 'GET', 'DELETE'].includes(method)

/**
 * The `@connections` calls of one stage, for callers that the AWS endpoint has identified.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
export const connectionsApi = (
  { accountId, region, webSocketApi: { apiId, stage } }: SocketApi,
  connections: Connections,
  limits: WebSocketLimits,
): EngineHandler => {
  const prefix = `/${stage}/@connections/`
  return async ({ method, url, body, authorize }) => {
    const path = decodeURIComponent(url.pathname)
    if (!path.startsWith(prefix) || !isVerb(method)) return failure(403, 'ForbiddenException', 'Forbidden')
    const connectionId = path.slice(prefix.length)
    authorize(
      'execute-api:ManageConnections',
      `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${method}/@connections/${connectionId}`,
    )
    const connection = connections.find(connectionId)
    if (connection === undefined) return failure(410, 'GoneException', '')
    if (method === 'POST') return post(connection, body, limits)
    return method === 'GET' ? describe(connection) : close(connection)
  }
}
