import { expect, onTestFinished, test, vi } from 'vitest'
import type { HttpApiResource, LambdaAuthorizerResource } from '../../deployment.ts'
import { lambdaAuthorizer } from '../../gateway/lambdaAuthorizer.ts'
import { requestHandler } from '../../gateway/requestHandler.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { literalDeployment, openRoute } from './literalDeployment.ts'
import { rawRequest } from './rawHttp.ts'
import { served, success } from './servedApi.ts'

const rest: HttpApiResource['rest'] = {
  deploymentId: 'd1',
  binaryMediaTypes: [],
  stageVariables: {},
  resourceIds: {},
  mockRoutes: [],
  gatewayResponses: {},
}

interface Options {
  readonly authorizer?: Partial<LambdaAuthorizerResource>
  readonly answer?: unknown
  readonly now?: () => number
  readonly patience?: number
}

/** `GET /a` and `PUT /a` of the stage `v1` behind an authorizer: of a REST API, unless its event is of an HTTP API. */
const guarded = async ({ authorizer = {}, answer = allow('*'), now = () => 0, patience = 29_000 }: Options = {}) => {
  const resource: LambdaAuthorizerResource = {
    logicalId: 'Guard',
    functionLogicalId: 'Guard',
    event: 'TOKEN',
    identitySources: ['$request.header.Authorization'],
    tokenPattern: undefined,
    answersSimply: false,
    cacheSeconds: 0,
    ...authorizer,
  }
  const isOfHttpApi = resource.event === '1.0' || resource.event === '2.0'
  const routes = ['GET /a', 'PUT /a'].map((routeKey) => ({ ...openRoute(routeKey), authorizer: resource }))
  const asked: Record<string, unknown>[] = []
  const { port, events } = await served(
    { stage: 'v1', routes, rest: isOfHttpApi ? undefined : rest, integrationTimeoutMilliseconds: patience },
    {
      now,
      invoke: async (name) => {
        if (name !== 'Guard') return success({ statusCode: 200 })
        asked.push(events.pop() ?? {})
        const given = await answer
        return typeof given === 'object' && given !== null && 'kind' in given
          ? (given as InvocationResult)
          : success(given)
      },
    },
  )
  const call = async (line = 'GET /v1/a', header = 'Authorization: t') => {
    const { status, body } = await rawRequest(port, `${line} HTTP/1.1`, [header])
    return `${status} ${body}`
  }
  return { call, asked, events }
}

const arn = (path: string) => `arn:aws:execute-api:eu-west-1:123456789012:abcdefghij/v1/${path}`

const policy = (Effect: string, ...Resource: string[]) => ({
  principalId: 'ann',
  policyDocument: { Version: '2012-10-17', Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] },
})
const allow = (...resources: string[]) => policy('Allow', ...resources)

const failing = (errorMessage: string): InvocationResult => ({
  kind: 'error',
  requestId: '',
  phase: 'invoke',
  errorType: 'Error',
  errorMessage,
  trace: [],
})

test('the authorizer of a token gets the token and the method, and the function gets its findings as texts', async () => {
  const { call, asked, events } = await guarded({
    answer: { ...allow('*'), context: { a: 1, b: true, c: 'x', d: null } },
  })

  expect(await call('GET /v1/a', 'authorization: Bearer t')).toBe('200 ')
  expect(asked).toEqual([{ type: 'TOKEN', methodArn: arn('GET/a'), authorizationToken: 'Bearer t' }])
  expect(events[0]).toMatchObject({
    requestContext: { authorizer: { principalId: 'ann', a: '1', b: 'true', c: 'x', integrationLatency: 0 } },
  })
})

test('the authorizer of a request gets the request without its body', async () => {
  const identitySources = ['$request.header.Authorization', '$request.querystring.q']
  const { call, asked } = await guarded({ authorizer: { event: 'REQUEST', identitySources } })

  await call('GET /v1/a?q=1')

  expect(asked[0]).toMatchObject({
    type: 'REQUEST',
    methodArn: arn('GET/a'),
    resource: '/a',
    path: '/a',
    httpMethod: 'GET',
    queryStringParameters: { q: '1' },
    requestContext: { stage: 'v1', resourcePath: '/a' },
  })
  expect(asked[0]).not.toHaveProperty('body')
})

test.each([
  ['GET /v1/a', 'X: 1'],
  ['GET /v1/a', 'Authorization: '],
  ['GET /v1/a', 'Authorization: other'],
])('%s with %s is refused before the function is asked', async (line, header) => {
  const { call, asked } = await guarded({ authorizer: { tokenPattern: '^t' } })

  expect(await call(line, header)).toBe('401 {"message":"Unauthorized"}')
  expect(asked).toEqual([])
})

const denied = '403 {"Message":"User is not authorized to access this resource"}'
const broken = '500 {"message":null}'

test.each<[string, unknown, string]>([
  ['a policy for another method', allow(arn('PUT/a')), denied],
  ['no statement', { ...allow(), policyDocument: { Statement: [] } }, denied],
  [
    'an explicit refusal',
    policy('Deny', '*'),
    '403 {"Message":"User is not authorized to access this resource with an explicit deny"}',
  ],
  ['the error Unauthorized', failing('Unauthorized'), '401 {"message":"Unauthorized"}'],
  ['another error', failing('No such user'), broken],
  ['no policy', { principalId: 'ann' }, broken],
  ['nothing', null, broken],
  ['a list in its context', { ...allow('*'), context: { roles: ['a'] } }, broken],
  [
    'a condition',
    { policyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: { a: 'b' } } } } },
    broken,
  ],
])('an authorizer of a REST API that answers with %s lets nobody in', async (_what, answer, expected) => {
  const { call, events } = await guarded({ answer })

  expect(await call()).toBe(expected)
  expect(events).toEqual([])
})

test('an authorizer of a REST API that takes too long lets nobody in', async () => {
  const { call } = await guarded({ answer: new Promise(() => undefined), patience: 50 })

  expect(await call()).toBe(broken)
})

test('an answer is kept for its time and its token, and a kept policy is applied to each method', async () => {
  let at = 0
  const answer = allow(arn('GET/*'))
  const { call, asked } = await guarded({ authorizer: { cacheSeconds: 60 }, answer, now: () => at })

  expect([await call(), await call(), await call('PUT /v1/a')]).toEqual(['200 ', '200 ', denied])
  expect(asked).toHaveLength(1)
  expect([await call('PUT /v1/a', 'Authorization: u'), await call('GET /v1/a', 'Authorization: u')]).toEqual([
    denied,
    '200 ',
  ])
  expect(asked).toHaveLength(2)
  at = 59_999
  await call()
  expect(asked).toHaveLength(2)
  at = 60_000
  await call()
  expect(asked).toHaveLength(3)
})

test('a kept answer is of one authorizer, and of each of its identities, and of a thousand at most', async () => {
  const authorizer = (logicalId: string): LambdaAuthorizerResource => ({
    logicalId,
    functionLogicalId: logicalId,
    event: '2.0',
    identitySources: ['$request.header.a', '$request.header.b'],
    tokenPattern: undefined,
    answersSimply: true,
    cacheSeconds: 60,
  })
  const asked: string[] = []
  const invoke = async (name: string, event: unknown) => {
    asked.push(`${name} ${event}`)
    return success({ isAuthorized: true })
  }
  const verdict = lambdaAuthorizer(invoke, () => 0, 1000)
  const call = (name: string, a: string, b: string) => {
    const headers = Object.entries({ a, b })
    const request = { method: 'GET', target: '/', headers, body: Buffer.alloc(0), protocol: '', sourceIp: '', port: 1 }
    return verdict({ authorizer: authorizer(name), request, arn: arn('GET/a'), eventOf: (found) => found.join(' ') })
  }

  await call('One', 'x,y', 'z')
  await call('One', 'x', 'y,z')
  await call('Two', 'x', 'y,z')
  await call('One', 'x,y', 'z')

  expect(asked).toEqual(['One x,y z', 'One x y,z', 'Two x y,z'])
  for (let n = 4; n <= 1000; n++) await call('One', 'x', `${n}`)
  await call('One', 'x,y', 'z')
  expect(asked).toHaveLength(1000)
  for (const b of ['1001', 'y,z']) await call('One', 'x', b)
  expect(asked.slice(1000)).toEqual(['One x 1001', 'One x y,z'])
})

test.each<[string, Partial<LambdaAuthorizerResource>, unknown]>([
  ['without a time to keep', {}, allow('*')],
  ['without an identity', { cacheSeconds: 60, identitySources: [] }, allow('*')],
  ['that fails', { cacheSeconds: 60 }, null],
])('an answer %s is not kept', async (_what, authorizer, answer) => {
  const { call, asked } = await guarded({ authorizer, answer })

  await call()
  await call()

  expect(asked).toHaveLength(2)
})

test('an authorizer of an HTTP API gets the request in the version 2.0, and the function gets its context as it is', async () => {
  const context = { roles: ['a'], age: 7 }
  const { call, asked, events } = await guarded({
    authorizer: { event: '2.0', answersSimply: true },
    answer: { isAuthorized: true, context },
  })

  await call('GET /v1/a?q=1')

  expect(asked[0]).toMatchObject({
    version: '2.0',
    type: 'REQUEST',
    routeArn: arn('GET/a'),
    identitySource: ['t'],
    routeKey: 'GET /a',
    rawPath: '/v1/a',
    queryStringParameters: { q: '1' },
    requestContext: { http: { method: 'GET' } },
  })
  expect(asked[0]).not.toHaveProperty('isBase64Encoded')
  expect(events[0]).toMatchObject({ requestContext: { authorizer: { lambda: context } } })
})

test('an authorizer of an HTTP API gets the request in the version 1.0', async () => {
  const identitySources = ['$request.header.Authorization', '$request.querystring.q']
  const { call, asked } = await guarded({ authorizer: { event: '1.0', identitySources } })

  expect(await call('GET /v1/a?q=1')).toBe('200 ')
  expect(asked[0]).toMatchObject({
    version: '1.0',
    type: 'REQUEST',
    methodArn: arn('GET/a'),
    identitySource: 't,1',
    authorizationToken: 't,1',
    resource: '/a',
    path: '/v1/a',
    httpMethod: 'GET',
    queryStringParameters: { q: '1' },
    requestContext: { resourcePath: '/a', path: '/v1/a' },
  })
})

test.each([
  [30_000, 10_000],
  [86_400_000, 86_400_000],
])('with integrations of %i ms, an authorizer of an HTTP API is waited for %i ms', async (patience, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const authorizer = { logicalId: 'Guard', functionLogicalId: 'Guard', event: '2.0' as const, identitySources: [] }
  const guard = { ...authorizer, tokenPattern: undefined, answersSimply: true, cacheSeconds: 0 }
  const routes = [{ ...openRoute('GET /a'), authorizer: guard }]
  const deployment = literalDeployment({ routes, integrationTimeoutMilliseconds: patience })
  const handle = requestHandler({ deployment, invoke: () => new Promise(() => undefined) })
  const head = { method: 'GET', target: '/a', headers: [], protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', port: 1 }
  const statuses: number[] = []
  void handle(head, Buffer.alloc(0)).then(({ response }) => statuses.push(response.status))

  await vi.advanceTimersByTimeAsync(expected - 1)
  expect(statuses).toEqual([])
  await vi.advanceTimersByTimeAsync(1)

  expect(statuses).toEqual([500])
})

test.each<[string, boolean, unknown, string]>([
  ['a refusal', true, { isAuthorized: false }, '403 {"message":"Forbidden"}'],
  ['no decision', true, {}, '500 {"message":"Internal Server Error"}'],
  ['a policy against it', false, policy('Deny', '*'), '403 {"message":"Forbidden"}'],
  ['the error Unauthorized', true, failing('Unauthorized'), '401 {"message":"Unauthorized"}'],
  ['another error', true, failing('x'), '500 {"message":"Internal Server Error"}'],
])(
  'an authorizer of an HTTP API that answers with %s lets nobody in',
  async (_what, answersSimply, answer, expected) => {
    const { call } = await guarded({ authorizer: { event: '2.0', answersSimply }, answer })

    expect(await call()).toBe(expected)
  },
)
