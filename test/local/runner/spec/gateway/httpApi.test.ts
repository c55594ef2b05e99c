import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { startHttpApi } from '../../gateway/httpApi.ts'
import { literalDeployment, openRoute } from './literalDeployment.ts'
import { exchanged, type RawResponse, rawRequest } from './rawHttp.ts'
import { served, servedApi, success } from './servedApi.ts'

const megabyte = 1024 * 1024

const header = ({ headers }: RawResponse, name: string) => headers.find(([key]) => key === name)?.[1]

describe('a response', () => {
  test('carries the request id that the function got', async () => {
    const { port, events } = await served()
    const response = await rawRequest(port, 'GET / HTTP/1.1')
    const { requestContext } = events[0] as { requestContext: { requestId: string } }
    expect(header(response, 'apigw-requestid')).toBe(requestContext.requestId)
    expect(requestContext.requestId).toMatch(/^[\w+/]{15}=$/)
  })

  test('counts bytes, and sends those that came as base64', async () => {
    const { port } = await served(
      {},
      { invoke: () => success({ statusCode: 200, body: 'AP+A', isBase64Encoded: true }) },
    )
    const response = await rawRequest(port, 'GET / HTTP/1.1')
    expect([header(response, 'content-length'), response.body]).toEqual(['3', '\u0000\u00ff\u0080'])
  })

  test('sends each cookie in a header of its own', async () => {
    const { port } = await served({}, { invoke: () => success({ statusCode: 200, cookies: ['a=1', 'b=2'] }) })
    const { headers } = await rawRequest(port, 'GET / HTTP/1.1')
    expect(headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })

  test('to HEAD has the headers and no body', async () => {
    const { port, events } = await served({}, { invoke: () => success({ statusCode: 200, body: 'abc' }) })
    const response = await rawRequest(port, 'HEAD / HTTP/1.1')
    expect(response).toMatchObject({ status: 200, body: '' })
    expect(header(response, 'content-length')).toBe('3')
    expect(events[0]).toMatchObject({ requestContext: { http: { method: 'HEAD' } } })
  })

  test.each([204, 304])('of %i has neither body nor length', async (statusCode) => {
    const { port } = await served({}, { invoke: () => success({ statusCode, body: 'ignored' }) })
    const response = await rawRequest(port, 'GET / HTTP/1.1')
    expect([response.status, response.body, header(response, 'content-length')]).toEqual([statusCode, '', undefined])
  })
})

describe('the gateway answers by itself', () => {
  const notFound = '{"message":"Not Found"}'

  test.each([
    ['GET /b HTTP/1.1', 404, notFound],
    ['POST /a HTTP/1.1', 404, notFound],
    ['HEAD /b HTTP/1.1', 404, ''],
    ['OPTIONS /a HTTP/1.1', 404, notFound],
    ['GET /a/ HTTP/1.1', 404, notFound],
    ['GET /%61%2F HTTP/1.1', 404, notFound],
    ['GET /% HTTP/1.1', 400, '{"message":"Bad Request"}'],
    ['GET /100%25 HTTP/1.1', 400, '{"message":"Bad Request"}'],
    ['GET /a?x=%ZZ HTTP/1.1', 400, '{"message":"Bad Request"}'],
    ['OPTIONS * HTTP/1.1', 400, '{"message":"Bad Request"}'],
  ])('%s with %i', async (requestLine, status, body) => {
    const { port, events } = await served({ routes: [openRoute('GET /a')] })
    const response = await rawRequest(port, requestLine)
    expect(response).toMatchObject({ status, body })
    expect(header(response, 'content-type')).toBe('application/json')
    expect(events).toEqual([])
  })

  test('with 404 outside of the stage, which stays in rawPath', async () => {
    const { port, url, events } = await served({ stage: 'prod', routes: [openRoute('GET /a')] })
    await rawRequest(port, 'GET /prod/a HTTP/1.1')
    expect((await rawRequest(port, 'GET /a HTTP/1.1')).status).toBe(404)
    expect(url).toMatch(/\/prod$/)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      rawPath: '/prod/a',
      requestContext: { stage: 'prod', http: { path: '/prod/a' } },
    })
  })

  test('with 429 over the throttle, and invokes nothing', async () => {
    const { port, events } = await served({ throttle: { burst: 1, ratePerSecond: 1 } }, { now: () => 0 })
    await rawRequest(port, 'GET / HTTP/1.1')
    expect(await rawRequest(port, 'GET / HTTP/1.1')).toMatchObject({
      status: 429,
      body: '{"message":"Too Many Requests"}',
    })
    expect(events).toHaveLength(1)
  })

  test('with 500 when the harness itself fails', async () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const { port } = await served({}, { invoke: () => Promise.reject(new Error('a bug')) })
    expect((await rawRequest(port, 'GET / HTTP/1.1')).status).toBe(500)
    expect(emitWarning).toHaveBeenCalledWith(expect.objectContaining({ message: 'a bug' }))
    emitWarning.mockRestore()
  })
})

describe('the quotas', () => {
  const fixedBytes = 'GET / HTTP/1.1'.length + 'localhost'.length + 'close'.length

  test.each([
    [10_240, 200],
    [10_241, 431],
  ])('%i bytes of request line and header values: %i', async (bytes, status) => {
    const { port } = await served()
    const padding = 'x'.repeat(bytes - fixedBytes)
    expect((await rawRequest(port, 'GET / HTTP/1.1', [`X-Padding: ${padding}`])).status).toBe(status)
  })

  test('a long request line counts', async () => {
    const { port } = await served()
    expect(await rawRequest(port, `GET /${'a'.repeat(11_000)} HTTP/1.1`)).toMatchObject({
      status: 431,
      body: '{"message":"Request Header Fields Too Large"}',
    })
  })

  test('headers that not even the parser takes', async () => {
    const { port } = await served()
    const response = await rawRequest(port, 'GET / HTTP/1.1', [`X-Padding: ${'x'.repeat(100_000)}`])
    expect(response).toMatchObject({ status: 431, body: '{"message":"Request Header Fields Too Large"}' })
    expect(header(response, 'content-type')).toBe('application/json')
  })

  test('a body of 10 MB passes', async () => {
    const { url, events } = await served()
    const body = 'x'.repeat(10 * megabyte)
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })
    expect(response.status).toBe(200)
    expect(events[0]?.['body']).toHaveLength(10 * megabyte)
  })

  const tooLarge = { status: 413, body: '{"message":"Request Entity Too Large"}' }

  test('a byte more does not', async () => {
    const { url, events } = await served()
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(10 * megabyte + 1) })
    expect({ status: response.status, body: await response.text() }).toEqual(tooLarge)
    expect(events).toEqual([])
  })

  test('nor in chunks, whose size is not announced', async () => {
    const { port } = await served()
    const chunk = `100000\r\n${'x'.repeat(megabyte)}\r\n`
    const body = `${chunk.repeat(11)}0\r\n\r\n`
    expect(await rawRequest(port, 'POST / HTTP/1.1', ['Transfer-Encoding: chunked'], body)).toMatchObject(tooLarge)
  })

  test('an announced body over the quota is refused unread', async () => {
    const { port } = await served()
    const text = await exchanged(port, ['POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10485761\r\n\r\n'])
    expect(text).toContain('HTTP/1.1 413')
  })

  test('and a client that never ends sending it is cut off', async () => {
    const { port } = await served()
    const startedAt = performance.now()
    await exchanged(port, ['POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10485761\r\n\r\n'], 10_000)
    expect(performance.now() - startedAt).toBeLessThan(8000)
  })

  test('and the connection serves the next request', async () => {
    const { url } = await served()
    await fetch(url, { method: 'POST', body: 'x'.repeat(10 * megabyte + 1) })
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('the wire', () => {
  test('a chunked body arrives whole, with its length', async () => {
    const { port, events } = await served()
    const body = '3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nTrailer: x\r\n\r\n'
    await rawRequest(port, 'POST / HTTP/1.1', ['Content-Type: text/plain', 'Transfer-Encoding: chunked'], body)
    expect(events[0]).toMatchObject({ body: 'abcdefg', headers: { 'content-length': '7' } })
    expect(events[0]?.['headers']).not.toHaveProperty('transfer-encoding')
  })

  test('Expect: 100-continue is granted before the body is sent', async () => {
    const { port, events } = await served()
    const head =
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n'
    const text = await exchanged(port, [head, 'ok'])
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(events[0]).toMatchObject({ body: 'ok' })
    expect(events[0]?.['headers']).not.toHaveProperty('expect')
  })

  test('but not for a body over the quota', async () => {
    const { port } = await served()
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10485761\r\nExpect: 100-continue\r\n\r\n'
    expect(await exchanged(port, [head])).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('another expectation is 417', async () => {
    const { port } = await served()
    expect(await rawRequest(port, 'GET / HTTP/1.1', ['Expect: miracles'])).toMatchObject({
      status: 417,
      body: '{"message":"Expectation Failed"}',
    })
  })

  test.each([
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a blank in a header name', 'GET / HTTP/1.1\r\nHost: localhost\r\nX Y: z\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('%s: 400, and nothing is invoked', async (_what, bytes) => {
    const { port, events } = await served()
    expect(await exchanged(port, [bytes])).toMatch(/^HTTP\/1\.1 400 /)
    expect(events).toEqual([])
  })

  test('two requests on one connection, sent at once', async () => {
    const { port, events } = await served()
    const text = await exchanged(port, [
      'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ])
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
    expect(events.map((event) => event['rawPath'])).toEqual(['/a', '/b'])
  })

  test('header values in UTF-8 stay what they are', async () => {
    const { port, events } = await served()
    await rawRequest(port, 'GET / HTTP/1.1', ['X-Name: λ'])
    expect(events[0]).toMatchObject({ headers: { 'x-name': 'λ' } })
  })

  test('repeated headers that Node would drop are joined', async () => {
    const { port, events } = await served()
    await rawRequest(port, 'GET / HTTP/1.1', ['User-Agent: a', 'User-Agent: b', 'Content-Type: x', 'Content-Type: y'])
    expect(events[0]).toMatchObject({ headers: { 'user-agent': 'a,b', 'content-type': 'x,y' } })
  })

  test('a client that hangs up half-way disturbs no other', async () => {
    const { port, url, events } = await served()
    await exchanged(port, ['POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc'], 50)
    expect((await fetch(url)).status).toBe(200)
    expect(events).toHaveLength(1)
  })
})

describe('the server', () => {
  test('reports each request that it served', async () => {
    const { port, served: requests } = await served({ routes: [openRoute('GET /a', 'FunctionA')] })
    const ids: (string | undefined)[] = []
    for (const line of ['GET /a?b=1', 'POST /b'])
      ids.push(header(await rawRequest(port, `${line} HTTP/1.1`, ['User-Agent: serve-assembly']), 'apigw-requestid'))
    const [tokenIssuer, isOwn] = [undefined, true]
    const found = { routeKey: 'GET /a', functionLogicalId: 'FunctionA', invocationId: 'lambda-1' }
    expect(requests.map(({ milliseconds: _time, ...request }) => request)).toEqual([
      { ...found, method: 'GET', target: '/a?b=1', status: 200, requestId: ids[0], tokenIssuer, isOwn },
      { method: 'POST', target: '/b', status: 404, requestId: ids[1], tokenIssuer, isOwn },
    ])
    expect(requests[0]?.milliseconds).toBeGreaterThan(0)
  })

  test('rejects when its port is taken', async () => {
    const { port } = await served()
    const second = startHttpApi({ deployment: literalDeployment(), port, invoke: async () => success({}) })
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('lets a request under way end when it stops', async () => {
    const { port, stop } = await servedApi({}, { invoke: () => delay(100, success({ statusCode: 200, body: 'done' })) })
    const response = rawRequest(port, 'GET / HTTP/1.1')
    await delay(30)
    await stop()
    expect(await response).toMatchObject({ status: 200, body: 'done' })
  })
})
