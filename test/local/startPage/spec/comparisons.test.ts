import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { literalDeployment, openRoute } from '../../runner/spec/gateway/literalDeployment.ts'
import { createActivity } from '../activity.ts'
import { commandsOf } from '../commands.ts'
import { firstRequest } from '../firstRequest.ts'
import { isForeign } from '../guard.ts'
import { overviewOf } from '../overview.ts'

const message = (method: string, headers: Record<string, string | undefined>) =>
  ({ method, headers }) as IncomingMessage

const host = '127.0.0.1:3000'

test.each<[string, string, Record<string, string>, boolean]>([
  ['of its own origin', 'POST', { origin: `http://${host}` }, false],
  ['of a program', 'POST', {}, false],
  ['of a neighbour port', 'POST', { origin: 'http://127.0.0.1:30001' }, true],
  ['of a shorter port', 'POST', { origin: 'http://127.0.0.1:300' }, true],
  ['of no port', 'POST', { origin: 'http://127.0.0.1' }, true],
  ['of another name of this machine', 'POST', { origin: 'http://localhost:3000' }, true],
  ['of another scheme', 'POST', { origin: `https://${host}` }, true],
  ['of no origin that it would name', 'POST', { origin: 'null' }, true],
  ['by another method', 'DELETE', { origin: 'http://127.0.0.1:30001' }, true],
  ['of its own page', 'GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false],
  ['of the address bar', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false],
  ['of a person’s bookmark', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors' }, false],
  ['of a link elsewhere', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, false],
  ['of a page at another port', 'GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, true],
  ['of an image elsewhere', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, true],
])('a request %s by %s with %j is foreign to the start page: %s', (_what, method, headers, foreign) => {
  expect(isForeign(message(method, { host, ...headers }))).toBe(foreign)
})

test('the first request is a read that needs no input, of a signed-in caller if there is one', () => {
  const authorizer = { issuer: 'i', audiences: [], identitySources: [] }
  const first = (...routes: string[]) =>
    firstRequest(
      literalDeployment({
        routes: routes.map((key) =>
          key.startsWith('!') ? { ...openRoute(key.slice(1)), authorizer } : openRoute(key),
        ),
      }),
      'http://h',
    )

  expect(first('POST /a', 'GET /a/{id}', 'GET /open', '!GET /own')).toMatch(/ http:\/\/h\/own$/)
  expect(first('!POST /a', '!GET /a/{id}', 'GET /open')).toMatch(/ http:\/\/h\/open$/)
  expect(first('$default')).toMatch(/ http:\/\/h\/$/)
})

test('the last 300 requests, 300 invocations and 1,000 log lines are remembered, and of a feed the last 50 entries', () => {
  const activity = createActivity()
  const line = { source: 'a', stream: 'stdout', requestId: undefined } as const
  const request = { method: 'GET', target: '/', status: 200 } as Parameters<typeof activity.onRequest>[0]
  const invocation = { functionId: 'a', outcome: 'success' } as Parameters<typeof activity.onInvocation>[0]
  const feed = () => Array.from({ length: 51 }, (_, at) => ({ at, title: '', text: '' }))
  const panel = { id: 'a', title: 'A', description: '', feed }

  for (let count = 0; count <= 300; count++) activity.onRequest({ ...request, milliseconds: count })
  for (let count = 0; count <= 300; count++) activity.onInvocation({ ...invocation, milliseconds: count })
  for (let count = 0; count <= 1000; count++) activity.onLog({ ...line, text: String(count) })
  const { requests, invocations, logs } = activity.since(0)
  const { a: entries } = commandsOf({ api: { token: async () => '' }, panels: [panel] }).feeds()

  expect([requests.length, requests[0]?.milliseconds, logs.length, logs[0]?.text]).toEqual([300, 1, 1000, '1'])
  expect([invocations.length, invocations[0]?.milliseconds]).toEqual([300, 1])
  expect([entries?.length, entries?.[0]?.at]).toEqual([50, 1])
})

test('the overview says where data are and how long, who is called, and which functions schedules start', () => {
  const schedules = [{ logicalId: 'Rule', functionLogicalId: 'F1', expression: 'rate(1 minute)', input: undefined }]
  const functions = [{ logicalId: 'F1', id: 'everyMinute' }]
  const cors = {
    origins: [],
    methods: [],
    headers: [],
    exposeHeaders: [],
    maxAgeSeconds: undefined,
    credentials: false,
  }
  const addresses = { api: 'http://h', websocket: 'ws://h', issuer: 'http://i', dynamodb: 'http://d', s3: 'http://s' }
  const deployment = {
    ...literalDeployment({ routes: [], cors }),
    stackName: 'tools',
    schedules,
    functions,
    tables: [],
  }
  const about = (dataFolder: string, sandboxLog?: string) =>
    overviewOf({
      api: { ...addresses, deployment } as unknown as Parameters<typeof overviewOf>[0]['api'],
      recipientId: 'demo',
      startedAt: 1,
      hasReference: false,
      panels: [],
      dataFolder,
      sandboxLog,
    })
  const factsOf = (...given: Parameters<typeof about>) =>
    about(...given).facts.map(({ name, value, note }) => `${name}: ${value} (${note})`)

  expect(about('memory')).toMatchObject({
    name: 'tools',
    recipientId: 'demo',
    startedAt: 1,
    scheduled: ['everyMinute'],
  })
  expect(factsOf('memory')).toEqual([
    'API: http://h (0 routes, CORS as deployed)',
    'WebSocket: ws://h (at the next port)',
    'Issuer: http://i (of the access tokens)',
    'DynamoDB: http://d (0 tables, past every permission)',
    'S3: http://s (also KMS and SSM, for functions)',
    'Functions: 1 processes on demand (on this machine)',
    'Data: in memory (gone at the end)',
    'Providers: the real ones (they are called)',
  ])
  expect(factsOf(resolve('.local'), 'http://h/log').slice(-2)).toEqual([
    'Data: .local (kept until you delete it)',
    'Providers: http://h/log (stand-ins, and the log of their requests)',
  ])
})
