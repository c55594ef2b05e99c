import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { assemblyOf } from '../../cli/synthesis.ts'
import { startLocalApi } from '../../localApi.ts'

// Each test synthesizes an app.
vi.setConfig({ testTimeout: 120_000 })

const served = async (name: string) => {
  const projectFolder = mkdtempSync(join(tmpdir(), `${name}-`))
  onTestFinished(() => rmSync(projectFolder, { recursive: true, force: true }))
  const app = fileURLToPath(new URL(`${name}/app.ts`, import.meta.url))
  writeFileSync(join(projectFolder, 'cdk.json'), JSON.stringify({ app: `node ${JSON.stringify(app)}` }))
  const { assemblyFolder, release } = await assemblyOf({ projectFolder }, undefined)
  const log: string[] = []
  const local = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: 'memory',
    onLog: ({ source, text }) => log.push(`${source}: ${text}`),
  }).finally(release)
  onTestFinished(() => local.stop())
  const call = async (method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) => {
    const answer = await fetch(`${local.api}${path}`, { method, ...init })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }
  return { local, log, call }
}

test('an app with a REST API on a table is served: methods, authorizer, preflight requests and refusals', async () => {
  const { local, log, call } = await served('items')
  const as = (name: string) => ({ headers: { Authorization: `token ${name}` } })

  const put = await call('PUT', '/items/a%20b', { ...as('bob'), body: 'Milk' })
  const preflight = await call('OPTIONS', '/items', { headers: { Origin: 'https://two.example' } })
  const echoed = await call('GET', '/echo/x/y/?q=1&q=2')
  const statuses = []
  for (const [method, path, name] of [
    ['GET', '/items/a%20b', ''],
    ['DELETE', '/items/a%20b', 'bob'],
    ['DELETE', '/items/a%20b', 'ada'],
    ['PUT', '/items/c', 'nobody'],
    ['PATCH', '/items/c', 'ada'],
  ] as const) {
    const { status, body } = await call(method, path, name === '' ? {} : as(name))
    statuses.push([method, status, body])
  }

  expect(local.api).toMatch(/\/v1$/)
  expect(Object.values(local.deployment.outputs['Items'] ?? {})).toEqual([`${local.api}/`])
  expect([put.status, (await call('GET', '/items')).body]).toEqual([204, '["a%20b"]'])
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://two.example'])
  expect(JSON.parse(echoed.body)).toMatchObject({
    resource: '/echo/{proxy+}',
    path: '/echo/x/y/',
    pathParameters: { proxy: 'x/y' },
    queryStringParameters: { q: '2' },
    multiValueQueryStringParameters: { q: ['1', '2'] },
    stageVariables: { greeting: 'hello' },
    body: null,
    requestContext: { path: '/v1/echo/x/y/', stage: 'v1', httpMethod: 'GET' },
  })
  expect(statuses).toEqual([
    ['GET', 200, '{"text":"Milk","owner":"bob (7)"}'],
    ['DELETE', 403, '{"message":"User is not authorized to access this resource"}'],
    ['DELETE', 502, '{"message":"Internal server error"}'],
    ['PUT', 401, '{"message":"Unauthorized"}'],
    ['PATCH', 403, '{"message":"Missing Authentication Token"}'],
  ])
  expect(log.join('\n')).toContain('access denied: removeItem may not dynamodb:GetItem')
})

test('an app that has a WebSocket API alone is served, and a table of the default billing mode with one line about it', async () => {
  const { local, log } = await served('chat')
  const sockets = [new WebSocket(String(local.websocket)), new WebSocket(String(local.websocket))]
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const heard = Promise.all(sockets.map((socket) => once(socket, 'message')))

  sockets[0]?.send(JSON.stringify({ action: 'say', text: 'Hello, room' }))

  expect((await heard).map(([message]) => String(message))).toEqual(['Hello, room', 'Hello, room'])
  expect((await fetch(local.api)).status).toBe(404)
  expect(log.filter((line) => line.includes('throughput'))).toEqual([
    expect.stringMatching(/: the provisioned throughput of Connections\w*: nothing throttles here but --faults/),
  ])
})

test('an app without an API is served: a worker behind a queue, and the jobs that fail among its dead letters', async () => {
  const { local, log } = await served('jobs')

  const submitted = await local.invoke('submit', ['one', 'impossible', 'two'])
  const dead = await vi.waitFor(() => {
    const queue = local.deployment.queues.find(({ redrive }) => redrive === undefined)
    const letters = local.eventSources?.deadLetters(queue?.logicalId ?? '') ?? []
    expect(letters).toHaveLength(1)
    return letters
  }, 30_000)

  const tables = new DynamoDBClient({
    endpoint: local.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: local.dynamodbAccessKeyId, secretAccessKey: 'local' },
  })
  const { Items = [] } = await tables.send(new ScanCommand({ TableName: local.deployment.tables[0]?.name }))
  expect(submitted.kind).toBe('success')
  expect(dead).toEqual(['impossible'])
  expect(Items.map(({ id }) => id?.S).toSorted()).toEqual(['one', 'two'])
  expect(log.filter((line) => line.includes('job impossible')).map((line) => line.slice(-1))).toEqual(['1', '2'])
})

test('an app with a Lambda authorizer on its HTTP API is served, and a kept answer asks no function', async () => {
  const { log, call } = await served('greetings')
  const greet = (key?: string) => call('GET', '/greetings/Ann', key === undefined ? {} : { headers: { 'X-Key': key } })

  const answers = []
  for (const key of ['open sesame', 'open sesame', 'wrong', 'broken', undefined]) {
    const { status, body } = await greet(key)
    answers.push([status, body])
  }

  expect(answers).toEqual([
    [200, '{"greeting":"Hello, Ann","languages":["en","de"]}'],
    [200, '{"greeting":"Hello, Ann","languages":["en","de"]}'],
    [403, '{"message":"Forbidden"}'],
    [500, '{"message":"Internal Server Error"}'],
    [401, '{"message":"Unauthorized"}'],
  ])
  expect(log.filter((line) => line.includes('asked about'))).toHaveLength(3)
})

test('an app at the edges is served: calls of other services stay here, callbacks end invocations, a page uploads', async () => {
  const { local, log, call } = await served('edges')
  const origin = 'https://app.example'

  const published = await call('GET', '/publish')
  const calledBack = await call('GET', '/callBack')
  const address = (await call('GET', '/link')).body
  const asked = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
  const preflight = await fetch(address, { method: 'OPTIONS', headers: asked })
  const upload = await fetch(address, {
    method: 'PUT',
    body: 'photo',
    headers: { origin, 'content-type': 'image/png' },
  })

  expect(published.body).toContain('<Message>sns:Publish is not imitated by the local API</Message>')
  expect(calledBack.body).toBe('{"waits":true}')
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([200, 'content-type'])
  expect([upload.status, upload.headers.get('access-control-allow-origin')]).toEqual([200, origin])
  expect(local.deployment.functions[0]?.asynchronous).toMatchObject({ maximumRetryAttempts: 0 })
  expect(log).toEqual(
    expect.arrayContaining([
      'aws: not imitated: publish called sns:Publish',
      'differs: no function can call sns:Publish (publish): such calls are answered with an error',
    ]),
  )
})
