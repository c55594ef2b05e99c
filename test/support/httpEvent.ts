/** The parts of a request that a test gives. The others are filled in as API Gateway would. */
export interface TestRequest {
  readonly recipient?: string
  readonly groups?: readonly string[]
  readonly claims?: Readonly<Record<string, string>>
  /** A body that is not a text is serialized as JSON; bytes are sent as API Gateway sends binary bodies. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

const bodyText = (body: unknown): string => {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('base64')
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** An API Gateway event (HTTP API, payload format 2.0) as a function behind the JWT authorizer gets it. */
export const httpEvent = (method: string, path: string, request: TestRequest = {}) => {
  const { recipient = 'alice', groups, claims, body, query, params, headers } = request
  const verified = {
    sub: recipient,
    token_use: 'access',
    exp: String(Math.floor(Date.now() / 1000) + 3600),
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
