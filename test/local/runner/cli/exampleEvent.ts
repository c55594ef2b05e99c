import { randomUUID } from 'node:crypto'
import type { GatewayRequest } from '../gateway/gatewayRequest.ts'
import { claimTexts } from '../gateway/jwtClaims.ts'
import { requestHandler } from '../gateway/requestHandler.ts'
import { tokenClaims } from '../identity/accessTokens.ts'
import { defaultScope } from '../identity/grant.ts'
import { noApi } from '../template/apis.ts'
import type { DocumentedOperation, DocumentedParameter } from './openApiDocument.ts'

export interface ExampleEventOptions {
  readonly operation: DocumentedOperation
  /** The `sub` of the event's token. */
  readonly recipient: string
}

/** The value of a required member for which the document has no example. */
const placeholder = 'example'

/** The event that the gateway makes of the operation's example request, with the claims of a valid token. */
export const exampleEvent = async ({ operation, recipient }: ExampleEventOptions): Promise<Record<string, unknown>> => {
  const event = await gatewayEvent(operation)
  if (operation.isPublic) return event
  const jwt = { claims: claimTexts(claimsFor(recipient)), scopes: null }
  return { ...event, requestContext: { ...(event['requestContext'] as object), authorizer: { jwt } } }
}

const gatewayEvent = async (operation: DocumentedOperation): Promise<Record<string, unknown>> => {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  const handle = requestHandler({
    deployment: apiOf(operation),
    invoke: async (_functionLogicalId, event) => {
      resolve(event as Record<string, unknown>)
      return { kind: 'success', requestId: '', payload: {} }
    },
  })
  const { body, ...head } = exampleRequest(operation)
  const { response } = await handle(head, body)
  if (response.status === 200) return promise
  throw new Error(`${operation.operationId}: the gateway refuses the documented example with ${response.status}`)
}

/** An API that has only the operation's route, without an authorizer. */
const apiOf = ({ operationId, method, path }: DocumentedOperation) => {
  const route = { routeKey: `${method} ${path}`, functionLogicalId: operationId, authorizer: undefined, scopes: [] }
  return { accountId: '123456789012', region: 'us-east-1', httpApi: { ...noApi, apiId: 'local', routes: [route] } }
}

const exampleRequest = (operation: DocumentedOperation): GatewayRequest => {
  const path = requiredValues(operation, 'path').reduce(
    (pattern, [name, value]) => pattern.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  const query = new URLSearchParams(requiredValues(operation, 'query'))
  const body = Buffer.from(operation.body === undefined ? '' : JSON.stringify(operation.body))
  return {
    method: operation.method,
    target: query.size === 0 ? path : `${path}?${query}`,
    headers: [
      ['accept', 'application/json'],
      ...(body.length > 0 ? [['content-type', 'application/json'] as const] : []),
      ...requiredValues(operation, 'header'),
    ],
    body,
    protocol: 'HTTP/1.1',
    sourceIp: '127.0.0.1',
    port: 443,
  }
}

const requiredValues = (operation: DocumentedOperation, place: DocumentedParameter['in']): [string, string][] =>
  operation.parameters
    .filter((parameter) => parameter.in === place && parameter.isRequired)
    .map(({ name, example }) => [name, example ?? placeholder])

const claimsFor = (recipient: string): Record<string, unknown> => {
  const issuedAt = Math.floor(Date.now() / 1000)
  return tokenClaims({
    issuer: 'http://127.0.0.1',
    audience: 'local',
    grant: { recipient, groups: [], scope: defaultScope, authTime: issuedAt, originId: randomUUID() },
    expiresIn: 3600,
    issuedAt,
  })
}
