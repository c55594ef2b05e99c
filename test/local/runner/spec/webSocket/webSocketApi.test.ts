import { afterEach, describe, expect, test } from 'vitest'
import { openRoute } from '../gateway/literalDeployment.ts'
import { success } from '../gateway/servedApi.ts'
import {
  closed,
  nextMessage,
  openSocket,
  type ServedSocketApi,
  type ServedSocketOptions,
  servedSocketApi,
} from './servedSocketApi.ts'

const aRequestId = expect.stringMatching(/^[\w-]{15}=$/)

const started: ServedSocketApi[] = []
const serve = async (options?: ServedSocketOptions): Promise<ServedSocketApi> => {
  const api = await servedSocketApi(options)
  started.push(api)
  return api
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((api) => api.stop()))
})

const eventsOf = ({ events }: ServedSocketApi, type: string) =>
  events.filter(({ requestContext }) => requestContext.eventType === type)

describe('$connect', () => {
  test('is for who names this machine or its tunnel: a page elsewhere can point a name of its own at it', async () => {
    const api = await serve()

    await expect(openSocket(api.url, { headers: { host: 'rebound.example' } })).rejects.toThrow(
      'refused: 403 {"message":"Forbidden"}',
    )
    expect(api.events).toEqual([])
    await openSocket(api.url, { headers: { host: 'tunnel.example' } })
    expect(api.events).toHaveLength(1)
  })

  test('gets headers, query and context, and no body', async () => {
    const api = await serve()

    const headers = { Authorization: 'Bearer x', 'X-Twice': 'a', 'User-Agent': 'OBS' }
    const socket = await openSocket(`${api.url}?ticket=a%20b&tag=1&tag=2`, { headers })

    const [event] = api.events
    expect(event.requestContext).toMatchObject({
      routeKey: '$connect',
      eventType: 'CONNECT',
      messageDirection: 'IN',
      stage: 'live',
      apiId: 'abcdefghij',
      domainName: 'abcdefghij.execute-api.eu-west-1.amazonaws.com',
      identity: { sourceIp: '127.0.0.1', userAgent: 'OBS' },
      connectionId: expect.stringMatching(/^[\w-]{15}=$/),
      requestId: aRequestId,
      extendedRequestId: aRequestId,
      connectedAt: expect.closeTo(Date.now(), -5),
      requestTimeEpoch: expect.closeTo(Date.now(), -5),
      requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    })
    expect(event.requestContext).not.toHaveProperty('messageId')
    expect(event.headers).toMatchObject({ Authorization: 'Bearer x', 'X-Forwarded-For': '127.0.0.1' })
    expect(event.headers).toHaveProperty('Sec-WebSocket-Key')
    expect(event.headers).not.toHaveProperty('Upgrade')
    expect(event.multiValueHeaders['X-Twice']).toEqual(['a'])
    expect(event.queryStringParameters).toEqual({ ticket: 'a b', tag: '2' })
    expect(event.multiValueQueryStringParameters).toEqual({ ticket: ['a b'], tag: ['1', '2'] })
    expect(event.isBase64Encoded).toBe(false)
    expect(event).not.toHaveProperty('body')
    socket.close()
  })

  test('has no query members without a query', async () => {
    const api = await serve()

    const socket = await openSocket(api.url)

    expect(api.events[0]).not.toHaveProperty('queryStringParameters')
    expect(api.events[0]).not.toHaveProperty('multiValueQueryStringParameters')
    socket.close()
  })

  test('refuses the connection with the function’s own status', async () => {
    const api = await serve({ invoke: () => success({ statusCode: 401 }) })

    await expect(openSocket(api.url)).rejects.toThrow('refused: 401 {"message":"Unauthorized"}')
    expect(eventsOf(api, 'DISCONNECT')).toEqual([])
  })

  test('refuses the connection with 502 when the function fails', async () => {
    const api = await serve({ invoke: () => ({ kind: 'timeout', requestId: 'x', phase: 'invoke', errorMessage: '' }) })

    await expect(openSocket(api.url)).rejects.toThrow('refused: 502 {"message":"Internal server error"}')
  })

  test('refuses the connection with 504 when the function takes too long', async () => {
    const api = await serve({
      limits: { integrationMilliseconds: 20 },
      invoke: () => new Promise((resolve) => setTimeout(resolve, 200, success({ statusCode: 200 }))),
    })

    await expect(openSocket(api.url)).rejects.toThrow('refused: 504 {"message":"Endpoint request timed out"}')
  })

  test('chooses the subprotocol; nobody else does', async () => {
    const chosen = await serve({
      invoke: () => success({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'b' } }),
    })

    const socket = await openSocket(chosen.url, { protocols: ['a', 'b'] })

    expect(socket.protocol).toBe('b')
    await expect(openSocket((await serve()).url, { protocols: ['a'] })).rejects.toThrow(/subprotocol/)
    socket.close()
  })

  test('knows its stage alone, and addresses of 4,096 characters', async () => {
    const api = await serve()

    ;(await openSocket(`${api.url}/`)).close()
    await expect(openSocket(`${api.url}/more`)).rejects.toThrow('refused: 403')
    await expect(openSocket(api.url.replace('/live', ''))).rejects.toThrow('refused: 403')
    await expect(openSocket(`${api.url}r`)).rejects.toThrow('refused: 403')
    const longest = `${api.url}?a=${'a'.repeat(4096 - '/live?a='.length)}`
    await expect(openSocket(`${longest}a`)).rejects.toThrow('refused: 414')
    ;(await openSocket(longest)).close()
  })

  test('is throttled by the stage', async () => {
    const api = await serve({ resource: { throttle: { burst: 1, ratePerSecond: 0.001 } } })

    const socket = await openSocket(api.url)

    await expect(openSocket(api.url)).rejects.toThrow('refused: 429 {"message":"Too Many Requests"}')
    socket.close()
  })

  test('without a route lets everybody in', async () => {
    const api = await serve({ resource: { routes: [openRoute('$default')] } })

    const socket = await openSocket(api.url)

    expect(api.events).toEqual([])
    socket.close()
  })
})

describe('a message', () => {
  const routes = ['$connect', 'ack', '$default'].map((routeKey) => openRoute(routeKey))

  test('carries its body, an id and its time, and no headers', async () => {
    let now = Date.UTC(2030, 0, 1)
    const api = await serve({ now: () => now })
    const socket = await openSocket(api.url)
    now += 5000

    socket.send('{"type":"héllo"}')

    await expect.poll(() => eventsOf(api, 'MESSAGE')).toHaveLength(1)
    const [event] = eventsOf(api, 'MESSAGE')
    expect(event).toMatchObject({ body: '{"type":"héllo"}', isBase64Encoded: false })
    expect(event.requestContext).toMatchObject({
      routeKey: '$default',
      eventType: 'MESSAGE',
      messageId: aRequestId,
    })
    expect(event.requestContext.connectionId).toBe(api.events[0].requestContext.connectionId)
    expect(event.requestContext).toMatchObject({
      connectedAt: now - 5000,
      requestTimeEpoch: now,
      requestTime: '01/Jan/2030:00:00:05 +0000',
    })
    expect(event).not.toHaveProperty('headers')
    socket.close()
  })

  test.each([
    ['{"action":"ack"}', 'ack'],
    ['{"action":"other"}', '$default'],
  ])('%s goes to %s', async (body, routeKey) => {
    const api = await serve({ resource: { routes } })
    const socket = await openSocket(api.url)

    socket.send(body)

    await expect.poll(() => eventsOf(api, 'MESSAGE').map((event) => event.requestContext.routeKey)).toEqual([routeKey])
    socket.close()
  })

  test('that is binary goes to $default in base64', async () => {
    const api = await serve({ resource: { routes } })
    const socket = await openSocket(api.url)

    socket.send(Buffer.from('{"action":"ack"}'))

    await expect.poll(() => eventsOf(api, 'MESSAGE')).toHaveLength(1)
    expect(eventsOf(api, 'MESSAGE')[0]).toMatchObject({
      body: Buffer.from('{"action":"ack"}').toString('base64'),
      isBase64Encoded: true,
      requestContext: { routeKey: '$default' },
    })
    socket.close()
  })

  test.each([
    [
      'over the throttle of its route',
      { routeThrottles: { $default: { burst: 0, ratePerSecond: 0 } } },
      'Too Many Requests',
    ],
    ['that takes the function too long', {}, 'Endpoint request timed out'],
  ])('%s is answered by the gateway', async (_what, resource, message) => {
    const api = await serve({
      resource,
      limits: { integrationMilliseconds: 100 },
      invoke: (name) => (name === 'default' ? new Promise(() => undefined) : success({ statusCode: 200 })),
    })
    const socket = await openSocket(api.url)

    socket.send('{}')

    expect(JSON.parse(await nextMessage(socket))).toMatchObject({ message })
    socket.terminate()
  })

  test('of a mock integration is answered on its socket, and runs no function', async () => {
    const mockRoutes = [
      { routeKey: 'ping', answer: '{"type":"pong"}' },
      { routeKey: 'silent', answer: undefined },
    ]
    const api = await serve({ resource: { mockRoutes } })
    const socket = await openSocket(api.url)

    socket.send('{"action":"silent"}')
    socket.send('{"action":"ping"}')

    expect(await nextMessage(socket)).toBe('{"type":"pong"}')
    expect(eventsOf(api, 'MESSAGE')).toEqual([])
    socket.close()
  })

  test('without a route is answered by the gateway', async () => {
    const api = await serve({ resource: { routes: [openRoute('$connect')] } })
    const socket = await openSocket(api.url)

    socket.send('{}')

    const { connectionId } = api.events[0].requestContext
    expect(JSON.parse(await nextMessage(socket))).toEqual({
      message: 'Forbidden',
      connectionId,
      requestId: aRequestId,
    })
    socket.close()
  })

  test('whose function fails is answered by the gateway', async () => {
    const api = await serve({
      invoke: (name) =>
        name === 'default'
          ? { kind: 'timeout', requestId: 'x', phase: 'invoke', errorMessage: '' }
          : success({ statusCode: 200 }),
    })
    const socket = await openSocket(api.url)

    socket.send('{}')

    expect(JSON.parse(await nextMessage(socket))).toMatchObject({ message: 'Internal server error' })
    socket.close()
  })

  test('may be as large as the quota, in frames of their quota', async () => {
    const api = await serve()
    const socket = await openSocket(api.url)
    const frame = 'x'.repeat(32 * 1024)

    for (const fin of [false, false, false, true]) socket.send(frame, { fin })

    await expect.poll(() => eventsOf(api, 'MESSAGE').map(({ body }) => body.length)).toEqual([128 * 1024])
    socket.close()
  })

  test('in a frame over the quota ends the connection with 1009', async () => {
    const api = await serve()
    const socket = await openSocket(api.url)

    socket.send('x'.repeat(32 * 1024 + 1))

    expect(await closed(socket)).toBe(1009)
    expect(eventsOf(api, 'MESSAGE').length).toBe(0)
  })

  test('over the quota ends the connection with 1009', async () => {
    const api = await serve()
    const socket = await openSocket(api.url)
    const frame = 'x'.repeat(32 * 1024)

    for (const fin of [false, false, false, false, true]) socket.send(frame, { fin })

    expect(await closed(socket)).toBe(1009)
    expect(eventsOf(api, 'MESSAGE').length).toBe(0)
  })
})

describe('a connection', () => {
  test('that the client closes invokes $disconnect with its code, and with few headers', async () => {
    let now = Date.UTC(2030, 0, 1)
    const api = await serve({ now: () => now })
    const socket = await openSocket(api.url)
    now += 5000

    socket.close(4321, 'enough')

    await expect.poll(() => eventsOf(api, 'DISCONNECT')).toHaveLength(1)
    const [event] = eventsOf(api, 'DISCONNECT')
    expect(event.requestContext).toMatchObject({
      routeKey: '$disconnect',
      disconnectStatusCode: 4321,
      disconnectReason: 'enough',
      connectionId: api.events[0].requestContext.connectionId,
      connectedAt: now - 5000,
      requestTimeEpoch: now,
    })
    const { host } = new URL(api.url)
    expect(event).toMatchObject({
      headers: { Host: host, 'x-api-key': '', 'X-Forwarded-For': '127.0.0.1', 'x-restapi': '' },
      multiValueHeaders: { Host: [host], 'X-Forwarded-For': ['127.0.0.1'] },
      isBase64Encoded: false,
    })
  })

  test('that the end of the API closes has run its $disconnect by then', async () => {
    const ran: string[] = []
    const api = await servedSocketApi({
      invoke: async (name) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        ran.push(name)
        return success({ statusCode: 200 })
      },
    })
    await openSocket(api.url)

    await api.stop()

    expect(ran).toEqual(['connect', 'disconnect'])
  })

  test('that breaks invokes $disconnect', async () => {
    const api = await serve()
    const socket = await openSocket(api.url)

    socket.terminate()

    await expect
      .poll(() => eventsOf(api, 'DISCONNECT').map((event) => event.requestContext.disconnectStatusCode))
      .toEqual([1001])
  })
})

test('a selection by anything but the body is refused at the start', async () => {
  const resource = { routeSelectionExpression: '$request.header.action' }

  await expect(servedSocketApi({ resource })).rejects.toThrow('LiveApi: the route selection expression')
})
