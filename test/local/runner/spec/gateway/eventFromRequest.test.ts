import { describe, expect, test, vi } from 'vitest'
import { type EventSource, eventFromRequest } from '../../gateway/eventFromRequest.ts'
import type { GatewayRequest } from '../../gateway/gatewayRequest.ts'
import { requestTime } from '../../gateway/requestTime.ts'
import { literalDeployment, openRoute } from './literalDeployment.ts'

type Event = Record<string, unknown> & { headers: Record<string, string> }

const timeEpoch = Date.UTC(2026, 6, 10, 19, 19, 5, 766)

const eventOf = (request: Partial<GatewayRequest> = {}, source: Partial<EventSource> = {}): Event =>
  eventFromRequest({
    deployment: literalDeployment(),
    request: {
      method: 'POST',
      target: '/',
      headers: [],
      body: Buffer.alloc(0),
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      port: 3000,
      ...request,
    },
    target: { routedPath: '/', rawPath: '/', rawQueryString: '' },
    queryParameters: {},
    match: { route: openRoute('POST /'), pathParameters: {} },
    authorization: undefined,
    requestId: 'ATfSmjLgPHcESJw=',
    timeEpoch,
    ...source,
  }) as Event

const withBody = (contentType: string | undefined, body: string | Buffer) =>
  eventOf({ headers: contentType === undefined ? [] : [['Content-Type', contentType]], body: Buffer.from(body) })

describe('eventFromRequest', () => {
  test('gives every member of payload format 2.0', () => {
    // Prepare
    const headers = [
      ['Host', 'localhost:3000'],
      ['User-Agent', 'curl/8.7.1'],
      ['Content-Type', 'application/json'],
      ['X-Amzn-Trace-Id', 'Root=1-6a5145a9-1bae89e2512ec92d5d9438a0'],
      ['Cookie', 'session=abc123; theme=dark'],
    ] as const

    // Act
    const event = eventOf(
      { headers, body: Buffer.from('{"λ":1}') },
      {
        target: { routedPath: '/a/b c', rawPath: '/a/b c', rawQueryString: 'x=1&x=%32' },
        queryParameters: { x: '1,2' },
        match: { route: openRoute('POST /a/{id}'), pathParameters: { id: 'b c' } },
        authorization: { jwt: { claims: { sub: 'alice', exp: '1' }, scopes: null } },
      },
    )

    // Assess
    expect(event).toStrictEqual({
      version: '2.0',
      routeKey: 'POST /a/{id}',
      rawPath: '/a/b c',
      rawQueryString: 'x=1&x=%32',
      cookies: ['session=abc123', 'theme=dark'],
      headers: {
        'content-length': '8',
        'content-type': 'application/json',
        host: 'localhost:3000',
        'user-agent': 'curl/8.7.1',
        'x-amzn-trace-id': 'Root=1-6a5145a9-1bae89e2512ec92d5d9438a0',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: { x: '1,2' },
      requestContext: {
        accountId: '123456789012',
        apiId: 'abcdefghij',
        authorizer: { jwt: { claims: { sub: 'alice', exp: '1' }, scopes: null } },
        domainName: 'abcdefghij.execute-api.eu-west-1.amazonaws.com',
        domainPrefix: 'abcdefghij',
        http: {
          method: 'POST',
          path: '/a/b c',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'curl/8.7.1',
        },
        requestId: 'ATfSmjLgPHcESJw=',
        routeKey: 'POST /a/{id}',
        stage: '$default',
        time: '10/Jul/2026:19:19:05 +0000',
        timeEpoch,
      },
      pathParameters: { id: 'b c' },
      body: '{"λ":1}',
      isBase64Encoded: false,
    })
  })

  test.each(['cookies', 'queryStringParameters', 'pathParameters', 'body', 'stageVariables'])(
    'leaves an empty %s out',
    (member) => {
      expect(Object.keys(eventOf())).not.toContain(member)
    },
  )

  test('leaves the authorizer out of an open route', () => {
    expect(Object.keys(eventOf()['requestContext'] as object)).not.toContain('authorizer')
  })

  test.each([
    ['text/plain'],
    ['text/csv; charset=utf-8'],
    ['TEXT/HTML'],
    ['application/json'],
    ['application/xml'],
    ['application/javascript'],
  ])('passes a body of %s on as text', (contentType) => {
    expect(withBody(contentType, 'ünï')).toMatchObject({ body: 'ünï', isBase64Encoded: false })
  })

  test.each([
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/octet-stream'],
    ['application/problem+json'],
    ['application/json-seq'],
    ['image/svg+xml'],
    [''],
    [undefined],
  ])('passes a body of %s on in base64', (contentType) => {
    expect(withBody(contentType, 'ünï')).toMatchObject({ body: 'w7xuw68=', isBase64Encoded: true })
  })

  test('passes text that is not UTF-8 on in base64', () => {
    expect(withBody('application/json', Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({
      body: 'e/99',
      isBase64Encoded: true,
    })
  })

  test('joins repeated headers, names in lower case', () => {
    const { headers } = eventOf({
      headers: [
        ['X-Probe', 'first'],
        ['x-PROBE', 'second, third'],
      ],
    })
    expect(headers['x-probe']).toBe('first,second, third')
  })

  test('collects the cookies of every cookie header, which then is absent', () => {
    const event = eventOf({
      headers: [
        ['Cookie', 'a=1;b=2; '],
        ['cookie', 'c="x;y'],
      ],
    })
    expect(event['cookies']).toEqual(['a=1', 'b=2', 'c="x', 'y'])
    expect(Object.keys(event.headers)).not.toContain('cookie')
  })

  test.each([
    'connection',
    'keep-alive',
    'transfer-encoding',
    'te',
    'trailer',
    'upgrade',
    'expect',
    'proxy-authorization',
    'proxy-authenticate',
    'proxy-connection',
    'http2-settings',
  ])('keeps %s to the connection', (name) => {
    expect(Object.keys(eventOf({ headers: [[name, 'x']] }).headers)).not.toContain(name)
  })

  test('drops the headers that Connection names', () => {
    const { headers } = eventOf({
      headers: [
        ['Connection', 'close, X-Hop'],
        ['X-Hop', '1'],
        ['X-Stay', '1'],
      ],
    })
    expect(headers).toMatchObject({ 'x-stay': '1' })
    expect(headers).not.toHaveProperty('x-hop')
  })

  test.each([
    ['x-forwarded-for', '10.0.0.1', '10.0.0.1, 127.0.0.1'],
    ['x-forwarded-proto', 'https', 'http'],
    ['x-forwarded-port', '1', '3000'],
    ['content-length', '999', '0'],
  ])('does not let the client make up %s', (name, sent, expected) => {
    expect(eventOf({ headers: [[name, sent]] }).headers[name]).toBe(expected)
  })

  test('makes a trace id of its time when none is sent, or one without a root', () => {
    const { headers, requestContext } = eventOf()
    const rootless = eventOf({ headers: [['X-Amzn-Trace-Id', 'Self=1']] }).headers
    for (const each of [headers, rootless]) expect(each['x-amzn-trace-id']).toMatch(/^Root=1-6a5145a9-[0-9a-f]{24}$/)
    expect(requestContext).toMatchObject({ http: { userAgent: '' } })
  })
})

test.each([
  [0, '01/Jan/1970:00:00:00 +0000'],
  [Date.UTC(2024, 1, 29, 23, 59, 59, 999), '29/Feb/2024:23:59:59 +0000'],
])('requestTime(%i) is %s, wherever the machine is', (epoch, expected) => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const text = requestTime(epoch)
  vi.unstubAllEnvs()
  expect(text).toBe(expected)
})
