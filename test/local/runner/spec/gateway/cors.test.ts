import { describe, expect, test } from 'vitest'
import type { HttpApiResource } from '../../deployment.ts'
import { openRoute } from './literalDeployment.ts'
import { rawRequest } from './rawHttp.ts'
import { served, success } from './servedApi.ts'

const origin = 'https://app.example'

const cors: NonNullable<HttpApiResource['cors']> = {
  origins: [origin, 'http://localhost:5173'],
  methods: ['GET', 'POST'],
  headers: ['authorization', 'content-type'],
  exposeHeaders: ['etag', 'link'],
  maxAgeSeconds: 600,
  credentials: false,
}

/** Refuses every request, because nothing answers at its issuer. */
const authorizer = {
  issuer: 'http://127.0.0.1:1',
  audiences: ['client'],
  identitySources: ['$request.header.Authorization'],
}

const corsHeadersOf = async (port: number, requestLine: string, headers: readonly string[]) => {
  const response = await rawRequest(port, requestLine, headers)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers.filter(([name]) => name.startsWith('access-control-'))),
  }
}

const preflight = ['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: authorization']

describe('a preflight', () => {
  const full = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': 'authorization,content-type',
    'access-control-expose-headers': 'etag,link',
    'access-control-max-age': '600',
  }
  const second = { 'access-control-allow-origin': 'http://localhost:5173' }

  test.each([
    ['an allowed origin', cors, [`Origin: ${origin}`, ...preflight], full],
    ['another origin', cors, ['Origin: https://evil.example', ...preflight], {}],
    ['an origin that only starts like an allowed one', cors, [`Origin: ${origin}.evil.example`, ...preflight], {}],
    ['another allowed origin', cors, ['Origin: http://localhost:5173', ...preflight], { ...full, ...second }],
    ['the beginning of a port', cors, ['Origin: http://localhost:517', ...preflight], {}],
    ['no origin', cors, preflight, {}],
    ['no requested method', cors, [`Origin: ${origin}`], {}],
    [
      'any origin',
      { ...cors, origins: ['*'] },
      ['Origin: https://any.example', ...preflight],
      { ...full, 'access-control-allow-origin': '*' },
    ],
    [
      'any origin of a scheme',
      { ...cors, origins: ['https://*'] },
      ['Origin: https://any.example', ...preflight],
      { ...full, 'access-control-allow-origin': 'https://any.example' },
    ],
    [
      'an origin of another scheme',
      { ...cors, origins: ['https://*'] },
      ['Origin: http://any.example', ...preflight],
      {},
    ],
    [
      'an origin of a scheme that ends alike',
      { ...cors, origins: ['https://*'] },
      ['Origin: app+https://any.example', ...preflight],
      {},
    ],
    [
      'no time to keep the answer',
      { ...cors, maxAgeSeconds: 0 },
      [`Origin: ${origin}`, ...preflight],
      { ...full, 'access-control-max-age': '0' },
    ],
    [
      'an origin of a scheme that begins alike',
      { ...cors, origins: ['http://*'] },
      ['Origin: https://any.example', ...preflight],
      {},
    ],
    [
      'credentials',
      { ...cors, credentials: true },
      [`Origin: ${origin}`, ...preflight],
      { ...full, 'access-control-allow-credentials': 'true' },
    ],
    [
      'little configured',
      { ...cors, methods: [], headers: [], exposeHeaders: [], maxAgeSeconds: undefined },
      [`Origin: ${origin}`, ...preflight],
      { 'access-control-allow-origin': origin },
    ],
  ])('with %s is 204', async (_what, configured, headers, expected) => {
    const { port, events } = await served({ cors: configured, routes: [openRoute('GET /a')] })
    expect(await corsHeadersOf(port, 'OPTIONS /a HTTP/1.1', headers)).toEqual({ status: 204, headers: expected })
    expect(events).toEqual([])
  })

  test('is answered before the authorizer of the route that is asked about', async () => {
    const { port } = await served({ cors, routes: [{ ...openRoute('POST /a'), authorizer }] })
    const answer = await corsHeadersOf(port, 'OPTIONS /a HTTP/1.1', [`Origin: ${origin}`, ...preflight])
    expect(answer).toEqual({ status: 204, headers: full })
  })

  test.each(['OPTIONS /a', 'ANY /a', 'ANY /{proxy+}', '$default'])(
    'goes to the route %s when there is one',
    async (routeKey) => {
      const { port, events } = await served({ cors, routes: [openRoute(routeKey)] })
      const answer = await corsHeadersOf(port, 'OPTIONS /a HTTP/1.1', [`Origin: ${origin}`, ...preflight])
      expect(answer.status).toBe(200)
      expect(events).toHaveLength(1)
    },
  )

  test('meets the authorizer of a route for ANY', async () => {
    const { port } = await served({ cors, routes: [{ ...openRoute('ANY /a'), authorizer }] })
    expect((await corsHeadersOf(port, 'OPTIONS /a HTTP/1.1', preflight)).status).toBe(401)
  })

  test('is 404 outside of the stage', async () => {
    const { port } = await served({ cors, stage: 'prod', routes: [openRoute('GET /a')] })
    const statusOf = async (path: string) => (await corsHeadersOf(port, `OPTIONS ${path} HTTP/1.1`, preflight)).status
    expect([await statusOf('/prod/a'), await statusOf('/production/a'), await statusOf('/a')]).toEqual([204, 404, 404])
  })
})

describe('a cross-origin request', () => {
  const added = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'etag,link' }

  test.each([
    ['an allowed origin', cors, [`Origin: ${origin}`], added],
    ['another origin', cors, ['Origin: https://evil.example'], {}],
    ['no origin', cors, [], {}],
    [
      'credentials',
      { ...cors, credentials: true },
      [`Origin: ${origin}`],
      { ...added, 'access-control-allow-credentials': 'true' },
    ],
    ['no CORS', undefined, [`Origin: ${origin}`], { 'access-control-allow-origin': 'https://of-the-function.example' }],
  ])("with %s gets the configured headers, not the function's", async (_what, configured, headers, expected) => {
    // Prepare
    const ofTheFunction = { 'Access-Control-Allow-Origin': 'https://of-the-function.example' }
    const invoke = () => success({ statusCode: 200, headers: ofTheFunction })
    const { port } = await served({ cors: configured }, { invoke })

    // Act
    const answer = await corsHeadersOf(port, 'GET / HTTP/1.1', headers)

    // Assess
    expect(answer).toEqual({ status: 200, headers: expected })
  })

  test.each([
    ['GET /nowhere HTTP/1.1', [], 404],
    ['GET /% HTTP/1.1', [], 400],
    ['GET /closed HTTP/1.1', [], 401],
    ['GET /a HTTP/1.1', ['Content-Length: 99999999'], 413],
    ['GET /a HTTP/1.1', [`X-Padding: ${'x'.repeat(10_240)}`], 431],
    ['GET /broken HTTP/1.1', [], 500],
    ['GET /throttled HTTP/1.1', [], 429],
    ['GET /late HTTP/1.1', [], 503],
  ])('that fails (%s, %j) has the headers too', async (requestLine, headers, status) => {
    const open = ['/a', '/broken', '/late'].map((path) => openRoute(`GET ${path}`, path))
    // A throttled request is refused before its token is.
    const closed = ['/closed', '/throttled'].map((path) => ({ ...openRoute(`GET ${path}`), authorizer }))
    const routes = [...open, ...closed]
    const settings = { routeThrottles: { 'GET /throttled': { burst: 0, ratePerSecond: 0 } } }
    const invoke = (name: string) =>
      name === '/late' ? new Promise<never>(() => undefined) : success({ statusCode: 'x' })
    const { port } = await served({ cors, routes, ...settings, integrationTimeoutMilliseconds: 20 }, { invoke })
    const answer = await corsHeadersOf(port, requestLine, [`Origin: ${origin}`, ...headers])
    expect(answer).toEqual({ status, headers: added })
  })
})
