import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HttpApiResource, RestApiResource, RestMockResource } from '../../deployment.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { openRoute } from './literalDeployment.ts'
import { rawRequest } from './rawHttp.ts'
import { served, success } from './servedApi.ts'

interface Options {
  readonly api?: Partial<HttpApiResource>
  readonly rest?: Partial<RestApiResource>
  readonly invoke?: () => InvocationResult | Promise<InvocationResult>
}

/** A REST API with the stage `v1`, and by default one method that takes everything. */
const servedRest = ({ api, rest, invoke }: Options = {}) =>
  served(
    {
      stage: 'v1',
      routes: [openRoute('ANY /{proxy+}')],
      rest: {
        deploymentId: 'd1',
        binaryMediaTypes: [],
        stageVariables: {},
        resourceIds: { '/{proxy+}': 'r1' },
        mockRoutes: [],
        gatewayResponses: {},
        ...rest,
      },
      ...api,
    },
    { now: () => Date.UTC(2026, 6, 10, 19, 19, 5, 766), ...(invoke && { invoke }) },
  )

const answering = (payload: unknown): Options => ({ invoke: () => success(payload) })

const headersOf = ({ headers }: { readonly headers: readonly (readonly string[])[] }) =>
  Object.fromEntries(headers.filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name ?? '')))

test('the event of a proxy integration has every member, as AWS gives it', async () => {
  const { port, events } = await servedRest({ rest: { stageVariables: { a: 'b' } } })

  const { headers } = await rawRequest(
    port,
    'POST /v1/x%20y?q=1&q=a+b%2B HTTP/1.1',
    [
      'authorization: t',
      'X-Two: 1',
      'X-Two: 2',
      'user-agent: curl',
      'Content-Length: 8',
      ...['Content-MD5', 'Max-Forwards', 'Server', 'WWW-Authenticate', 'TE'].map((dropped) => `${dropped}: x`),
    ],
    '{"λ":1}',
  )

  const [event] = events as [{ requestContext: Record<string, unknown>; headers: Record<string, string> }]
  const { requestId, extendedRequestId } = event.requestContext
  const sent = {
    Host: 'localhost',
    Authorization: 't',
    'X-Two': '2',
    'User-Agent': 'curl',
    'X-Amzn-Trace-Id': event.headers['X-Amzn-Trace-Id'],
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Port': String(port),
    'X-Forwarded-Proto': 'http',
  }
  const nothing = {
    accessKey: null,
    accountId: null,
    caller: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    user: null,
    userArn: null,
  }
  expect(event).toStrictEqual({
    resource: '/{proxy+}',
    path: '/x%20y',
    httpMethod: 'POST',
    headers: sent,
    multiValueHeaders: Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, name === 'X-Two' ? ['1', '2'] : [value]]),
    ),
    queryStringParameters: { q: 'a b+' },
    multiValueQueryStringParameters: { q: ['1', 'a b+'] },
    pathParameters: { proxy: 'x%20y' },
    stageVariables: { a: 'b' },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abcdefghij',
      deploymentId: 'd1',
      domainName: 'abcdefghij.execute-api.eu-west-1.amazonaws.com',
      domainPrefix: 'abcdefghij',
      extendedRequestId,
      httpMethod: 'POST',
      identity: { ...nothing, sourceIp: '127.0.0.1', userAgent: 'curl' },
      path: '/v1/x%20y',
      protocol: 'HTTP/1.1',
      requestId,
      requestTime: '10/Jul/2026:19:19:05 +0000',
      requestTimeEpoch: 1_783_711_145_766,
      resourceId: 'r1',
      resourcePath: '/{proxy+}',
      stage: 'v1',
    },
    body: '{"λ":1}',
    isBase64Encoded: false,
  })
  expect(headersOf({ headers })).toMatchObject({ 'x-amzn-requestid': requestId, 'x-amz-apigw-id': extendedRequestId })
  expect(requestId).toMatch(/^[\da-f]{8}-/)
})

test('members of the event without a value are null', async () => {
  const { port, events } = await servedRest({ api: { routes: [openRoute('GET /a')] } })

  await rawRequest(port, 'GET /v1/a HTTP/1.1')

  expect(events[0]).toMatchObject({
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { identity: { userAgent: null } },
  })
})

test.each([
  ['GET', '/v1/a', 'GET /a', '/a', null],
  ['GET', '/v1/a/', 'GET /a', '/a/', null],
  ['GET', '/v1', 'GET /', '/', null],
  ['GET', '/v1//a', 'GET /a', '/a', null],
  ['POST', '/v1/a', 'ANY /{proxy+}', '/a', { proxy: 'a' }],
  ['GET', '/v1/b/c%2Fd', 'GET /b/{id}', '/b/c%2Fd', { id: 'c%2Fd' }],
  ['GET', '/v1/p//q/', 'ANY /{proxy+}', '/p//q/', { proxy: 'p//q' }],
  ['HEAD', '/v1/a', 'ANY /{proxy+}', '/a', { proxy: 'a' }],
])(
  '%s %s goes to the most specific resource that has the method, %s',
  async (method, target, routeKey, path, pathParameters) => {
    const routes = ['ANY /{proxy+}', 'GET /b/{id}', 'GET /a', 'GET /'].map((each) => openRoute(each))
    const { port, events, served: requests } = await servedRest({ api: { routes } })

    await rawRequest(port, `${method} ${target} HTTP/1.1`)

    expect(requests[0]?.routeKey).toBe(routeKey)
    expect(events[0]).toMatchObject({ path, pathParameters, requestContext: { path: target } })
  },
)

test.each(['GET /v1/b', 'POST /v1/a', 'GET /a', 'GET /', 'PURGE /v1/c'])(
  '%s reaches no method and misses a token',
  async (line) => {
    const { port, events } = await servedRest({ api: { routes: [openRoute('GET /a'), openRoute('ANY /c')] } })

    const response = await rawRequest(port, `${line} HTTP/1.1`)

    expect(response).toMatchObject({ status: 403, body: '{"message":"Missing Authentication Token"}' })
    expect(headersOf(response)).toMatchObject({ 'x-amzn-errortype': 'MissingAuthenticationTokenException' })
    expect(events).toEqual([])
  },
)

test.each([
  [{}, 200, { 'content-type': 'application/json' }, ''],
  [
    { statusCode: '201', body: 'x', headers: null, isBase64Encoded: null },
    201,
    { 'content-type': 'application/json' },
    'x',
  ],
  [
    { headers: { 'Content-Type': 'text/plain', 'X-Flag': true } },
    200,
    { 'content-type': 'text/plain', 'x-flag': 'true' },
    '',
  ],
  [
    {
      headers: { Date: 'now', Server: 'me', Connection: 'a', 'Content-Length': '9', 'Transfer-Encoding': 'b' },
      body: 'x',
    },
    200,
    {
      'x-amzn-remapped-date': 'now',
      'x-amzn-remapped-server': 'me',
      'x-amzn-remapped-connection': 'a',
      'x-amzn-remapped-content-length': '9',
      'content-length': '1',
    },
    'x',
  ],
  [{ body: 'aGk=', isBase64Encoded: true }, 200, {}, 'aGk='],
  [{ statusCode: 599 }, 599, {}, ''],
])('a function that answers %j is understood', async (payload, status, headers, body) => {
  const { port } = await servedRest(answering(payload))

  const response = await rawRequest(port, 'GET /v1/a HTTP/1.1')

  expect(response).toMatchObject({ status, body })
  expect(headersOf(response)).toMatchObject(headers)
})

test('headers of one and of several values are merged, and a value in both is sent once', async () => {
  const multiValueHeaders = { 'Set-Cookie': ['a=1', 'b=2'], X: ['1'] }
  const { port } = await servedRest(answering({ headers: { x: '1', 'set-cookie': 'c=3' }, multiValueHeaders }))

  const { headers } = await rawRequest(port, 'GET /v1/a HTTP/1.1')

  expect(headers.filter(([name]) => name === 'set-cookie' || name === 'x')).toEqual([
    ['set-cookie', 'c=3'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x', '1'],
  ])
})

const internal = '{"message":"Internal server error"}'

test.each([
  ['a text', 'hello'],
  ['nothing', null],
  ['another member', { statusCode: 200, cookies: [] }],
  ['an object as its body', { body: {} }],
  ['a status that is none', { statusCode: 'fine' }],
  ['a status out of range', { statusCode: 600 }],
  ['a status before the range', { statusCode: 99 }],
  ['a number as a header', { headers: { a: 1 } }],
  ['a list as a header', { headers: { a: ['1'] } }],
  ['a header that cannot be sent', { headers: { 'a b': '1' } }],
])('a function that answers with %s is malformed', async (_what, payload) => {
  const { port } = await servedRest(answering(payload))

  expect(await rawRequest(port, 'GET /v1/a HTTP/1.1')).toMatchObject({ status: 502, body: internal })
})

test.each<[InvocationResult, number, string]>([
  [{ kind: 'error', requestId: '', phase: 'invoke', errorType: 'Error', errorMessage: 'x', trace: [] }, 502, internal],
  [{ kind: 'timeout', requestId: '', phase: 'invoke', errorMessage: 'x' }, 502, internal],
  [{ kind: 'throttled', errorMessage: 'x' }, 500, internal],
  [{ kind: 'request_too_large', errorMessage: 'x' }, 413, '{"message":"Request Too Long"}'],
])('an invocation that ends with $kind is answered with %i', async (result, status, body) => {
  const { port } = await servedRest({ invoke: () => result })

  expect(await rawRequest(port, 'GET /v1/a HTTP/1.1')).toMatchObject({ status, body })
})

test('a function that takes too long is answered with 504', async () => {
  const invoke = () => delay(2000, success({}), { ref: false })
  const { port } = await servedRest({ api: { integrationTimeoutMilliseconds: 50 }, invoke })

  const response = await rawRequest(port, 'GET /v1/a HTTP/1.1')

  expect(response).toMatchObject({ status: 504, body: '{"message":"Endpoint request timed out"}' })
})

test('the time of one method is not that of another, regression: each method without a time had that of the others', async () => {
  const routes = [{ ...openRoute('GET /hasty'), timeoutMilliseconds: 1 }, openRoute('GET /slow')]
  const { port } = await servedRest({ api: { routes }, invoke: () => delay(50, success({ statusCode: 200 })) })

  const statuses = ['/hasty', '/slow'].map(async (path) => (await rawRequest(port, `GET /v1${path} HTTP/1.1`)).status)

  expect(await Promise.all(statuses)).toEqual([504, 200])
})

test('a query that cannot be decoded is answered with 400', async () => {
  const { port } = await servedRest()

  const response = await rawRequest(port, 'GET /v1/a?x=%ZZ HTTP/1.1')

  expect(response).toMatchObject({ status: 400, body: '{"message":"Bad Request"}' })
  expect(headersOf(response)).toMatchObject({ 'x-amzn-errortype': 'BadRequestException' })
})

test('a method over its limit is answered with 429, and another is not', async () => {
  const routes = [openRoute('GET /a'), openRoute('GET /b')]
  const { port } = await servedRest({ api: { routes, routeThrottles: { 'GET /a': { burst: 1, ratePerSecond: 1 } } } })
  const get = async (path: string) => (await rawRequest(port, `GET /v1${path} HTTP/1.1`)).status

  expect([await get('/a'), await get('/a'), await get('/b')]).toEqual([200, 429, 200])
})

test('a body over 10 MB is refused in plain text, and one of 10 MB is not', async () => {
  const { url } = await servedRest()
  const post = async (bytes: number) => {
    const answer = await fetch(`${url}/a`, { method: 'POST', body: 'x'.repeat(bytes) })
    return [answer.status, await answer.text()]
  }

  expect(await post(10_485_760)).toEqual([200, ''])
  expect(await post(10_485_761)).toEqual([413, 'HTTP content length exceeded 10485760 bytes.'])
})

test('bytes of a binary media type come and go as base64: the first type that is accepted decides', async () => {
  const payload = { body: 'AP8=', isBase64Encoded: true }
  const { port, events } = await servedRest({ ...answering(payload), rest: { binaryMediaTypes: ['image/*'] } })
  const accept = (types: string) => rawRequest(port, 'GET /v1/a HTTP/1.1', [`Accept: ${types}`])

  await rawRequest(port, 'POST /v1/a HTTP/1.1', ['Content-Type: image/png; q=1', 'Content-Length: 3'], 'png')

  expect(events[0]).toMatchObject({ body: 'cG5n', isBase64Encoded: true })
  expect((await accept('image/png, text/html')).body).toBe('\u0000\u00ff')
  expect((await accept('text/html, image/png')).body).toBe('AP8=')
})

test('a text without the mark of base64 stays as it is for a client that accepts bytes', async () => {
  const { port } = await servedRest({ ...answering({ body: 'aGk=' }), rest: { binaryMediaTypes: ['image/*'] } })

  expect((await rawRequest(port, 'GET /v1/a HTTP/1.1', ['Accept: image/png'])).body).toBe('aGk=')
})

const mock = (more: Partial<RestMockResource> = {}): RestMockResource => ({
  routeKey: 'OPTIONS /a',
  contentTypes: ['application/json'],
  otherTypesStatus: 500,
  answer: { status: 204, headers: { 'access-control-allow-origin': 'https://a' }, body: '', origins: ['https://b'] },
  ...more,
})

test.each([
  ['Origin: https://c', 204, 'https://a'],
  ['Origin: https://b', 204, 'https://b'],
  ['Content-Type: application/json; charset=utf-8', 204, 'https://a'],
  ['Content-Type: text/plain', 500, undefined],
])('a preflight request with %s is answered by constants', async (header, status, origin) => {
  const { port, events } = await servedRest({ rest: { mockRoutes: [mock()] } })

  const response = await rawRequest(port, 'OPTIONS /v1/a HTTP/1.1', [header])

  expect([response.status, headersOf(response)['access-control-allow-origin']]).toEqual([status, origin])
  expect(events).toEqual([])
})

test.each([
  [mock({ otherTypesStatus: 415 }), 415, '{"message":"Unsupported Media Type"}'],
  [mock({ answer: undefined }), 500, internal],
])('a method without a function that cannot answer a text fails as AWS does', async (mockRoute, status, body) => {
  const { port } = await servedRest({ rest: { mockRoutes: [mockRoute] } })

  const response = await rawRequest(port, 'OPTIONS /v1/a HTTP/1.1', ['Content-Type: text/plain'])

  expect(response).toMatchObject({ status, body })
})

test('an answer of the gateway has the configured status, headers and body: its type comes before its class', async () => {
  const gatewayResponses = {
    DEFAULT_4XX: { status: undefined, headers: { 'access-control-allow-origin': '*' }, template: undefined },
    DEFAULT_5XX: { status: undefined, headers: { 'access-control-allow-origin': 'https://a' }, template: undefined },
    THROTTLED: {
      status: 503,
      headers: {},
      template: '{"error":$context.error.messageString,"type":"$context.error.responseType $context.error.message"}',
    },
  }
  const { port } = await servedRest({
    api: {
      routes: [openRoute('GET /a'), openRoute('GET /c')],
      throttle: { burst: 0, ratePerSecond: 0 },
      routeThrottles: { 'GET /c': { burst: 1, ratePerSecond: 1 } },
    },
    rest: { gatewayResponses },
    invoke: () => ({ kind: 'throttled', errorMessage: 'x' }),
  })

  const missing = await rawRequest(port, 'GET /v1/b HTTP/1.1')
  const throttled = await rawRequest(port, 'GET /v1/a HTTP/1.1')
  const failed = await rawRequest(port, 'GET /v1/c HTTP/1.1')

  expect([missing.status, headersOf(missing)['access-control-allow-origin']]).toEqual([403, '*'])
  expect([failed.status, headersOf(failed)['access-control-allow-origin']]).toEqual([500, 'https://a'])
  expect([throttled, failed].map((each) => headersOf(each)['x-amzn-errortype'])).toEqual([
    'TooManyRequestsException',
    'InternalServerErrorException',
  ])
  expect(throttled).toMatchObject({
    status: 503,
    body: '{"error":"Too Many Requests","type":"THROTTLED Too Many Requests"}',
  })
})
