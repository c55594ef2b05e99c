/** What a test says of a request; the rest is filled in as API Gateway would. */
export interface TestRequest {
  readonly recipient?: string
  readonly groups?: readonly string[]
  readonly claims?: Readonly<Record<string, string>>
  /** Serialized as JSON unless it is a text already; bytes are sent as API Gateway sends what it takes for binary. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

const bodyText = (body: unknown): string => {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('base64')
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** An API Gateway event (HTTP API, payload format 2.0) as a function gets it behind the JWT authorizer. */
export const httpEvent = (method: string, path: string, request: TestRequest = {}) => {
  const { recipient = 'alice', groups, claims, body, query, params, headers } = request
  const verified = {
    sub: recipient,
    token_use: 'access',
    ...(groups && { 'cognito:groups': `[${groups.join(' ')}]` }),
    ...claims,
  }
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(query && { queryStringParameters: query }),
    ...(params && { pathParameters: params }),
    requestContext: {
      authorizer: { jwt: { claims: verified, scopes: null } },
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'test-request',
      stage: '$default',
    },
    ...(body !== undefined && { body: bodyText(body) }),
    isBase64Encoded: body instanceof Uint8Array,
  }
}
