import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { closed, nextMessage, openSocket, type ServedSocketApi, servedSocketApi } from './servedSocketApi.ts'

let api: ServedSocketApi
let client: ApiGatewayManagementApiClient
let now = Date.UTC(2030, 0, 1)

beforeAll(async () => {
  api = await servedSocketApi({ now: () => now })
  client = new ApiGatewayManagementApiClient({
    endpoint: api.management,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
})
afterAll(async () => {
  client.destroy()
  await api.stop()
})

const connect = async (): Promise<{ socket: WebSocket; ConnectionId: string }> => {
  const socket = await openSocket(api.url, { headers: { 'user-agent': 'OBS' } })
  return { socket, ConnectionId: api.events.at(-1).requestContext.connectionId }
}

test('the unmodified SDK client posts to a connection, in the order of its calls', async () => {
  const { socket, ConnectionId } = await connect()
  const received: string[] = []
  socket.on('message', (data, isBinary) => received.push(`${isBinary} ${data}`))

  for (const Data of ['{"héllo":1}', Buffer.from('two')])
    await client.send(new PostToConnectionCommand({ ConnectionId, Data }))

  await expect.poll(() => received).toEqual(['false {"héllo":1}', 'false two'])
  socket.close()
})

test('a connection that is gone answers GoneException', async () => {
  const { socket, ConnectionId } = await connect()
  socket.close()
  await closed(socket)

  const post = () => client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }))

  await expect(post()).rejects.toMatchObject({ name: 'GoneException', $metadata: { httpStatusCode: 410 } })
})

test('so does one that is not open yet: $connect cannot post to its own connection', async () => {
  const outcome = Promise.withResolvers<unknown>()
  const early = await servedSocketApi({
    invoke: async (name, event) => {
      if (name === 'connect') {
        const path = encodeURIComponent(event.requestContext.connectionId)
        const answer = await fetch(`${early.management}/@connections/${path}`, { method: 'POST', body: 'x' })
        outcome.resolve([answer.status, answer.headers.get('x-amzn-errortype')])
      }
      return { kind: 'success', requestId: 'x', payload: { statusCode: 200 } }
    },
  })

  const socket = await openSocket(early.url)

  expect(await outcome.promise).toEqual([410, 'GoneException'])
  socket.close()
  await early.stop()
})

test('a message over 128 KB is refused', async () => {
  const { socket, ConnectionId } = await connect()
  const post = (length: number) =>
    client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.alloc(length, 'x') }))

  const received = nextMessage(socket)
  await post(128 * 1024)

  await expect(post(128 * 1024 + 1)).rejects.toMatchObject({ name: 'PayloadTooLargeException' })
  const characters = client.send(new PostToConnectionCommand({ ConnectionId, Data: 'é'.repeat(64 * 1024 + 1) }))
  await expect(characters).rejects.toMatchObject({ name: 'PayloadTooLargeException' })
  expect((await received).length).toBe(128 * 1024)
  socket.close()
})

test('a connection is described', async () => {
  const connectedAt = now
  const { socket, ConnectionId } = await connect()
  now += 5000
  await client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }))
  now += 5000

  const { $metadata: _metadata, ...description } = await client.send(new GetConnectionCommand({ ConnectionId }))

  expect(description).toEqual({
    Identity: { SourceIp: '127.0.0.1', UserAgent: 'OBS' },
    ConnectedAt: new Date(connectedAt),
    LastActiveAt: new Date(connectedAt + 5000),
  })
  socket.close()
})

test('a connection is closed, with 1000', async () => {
  const { socket, ConnectionId } = await connect()

  const { $metadata } = await client.send(new DeleteConnectionCommand({ ConnectionId }))

  expect($metadata.httpStatusCode).toBe(204)
  expect(await closed(socket)).toBe(1000)
})

test.each([
  ['GET', '/live/other', 403],
  ['PUT', '/live/@connections/c', 403],
  ['POST', '/lives/@connections/c', 403],
  ['POST', '/other/@connections/c', 403],
  ['GET', '/live/@connections/c', 410],
  ['DELETE', '/live/@connections/c', 410],
])('%s %s is %i', async (method, path, status) => {
  const answer = await fetch(new URL(path, api.management), { method })

  expect(answer.status).toBe(status)
})

test('each call asks for its own verb on its own connection, before it says whether there is one', async () => {
  const asked: string[] = []
  const call = (method: string) =>
    api.handle({
      method,
      url: new URL('http://h/live/@connections/a%3D'),
      headers: {},
      body: Buffer.alloc(0),
      accessKeyId: 'A',
      authorize: (action, resource) => {
        asked.push(`${action} ${resource}`)
        throw new Error('denied')
      },
    })

  for (const method of ['POST', 'GET', 'DELETE']) await expect(call(method)).rejects.toThrow('denied')

  const resource = (method: string) =>
    `arn:aws:execute-api:eu-west-1:123456789012:abcdefghij/live/${method}/@connections/a=`
  expect(asked).toEqual(['POST', 'GET', 'DELETE'].map((method) => `execute-api:ManageConnections ${resource(method)}`))
})
