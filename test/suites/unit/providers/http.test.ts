import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import { neverLeft, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const servers: Server[] = []
const sockets = new Set<Socket>()

let slept: readonly number[]
beforeEach(() => {
  slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A provider that gives these answers in turn, the last one for good, and counts the requests. */
const provider = async (...answers: readonly Answer[]) => {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(received.length, answers.length - 1)]
    received.push(request)
    answer?.(response, request)
  })
  return { url: `http://${await listen(server)}/path`, received }
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}')
const drop: Answer = (response) => response.destroy()

const http = providerHttp('Provider')

const problemOf = async (answer: Promise<unknown>): Promise<Problem> => {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Problem) return error
  throw new Error('expected a problem', { cause: error })
}

test('a request is sent as given, and answered with whatever status', async () => {
  const { url, received } = await provider((response) => {
    response.writeHead(404, { 'x-a': 'b', 'set-cookie': ['c=1', 'd=2'] }).end('{"é":1}')
  })

  const answer = await http.send({ method: 'POST', url, headers: { 'x-key': 'k' }, body: 'é' })

  expect(answer).toMatchObject({ status: 404, body: '{"é":1}', headers: { 'x-a': 'b', 'set-cookie': 'c=1, d=2' } })
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: '/path',
    headers: {
      'x-key': 'k',
      'content-length': '2',
      accept: 'application/json',
      'user-agent': 'streaming-support-service',
    },
  })
})

test('a request that deletes tells the length of its body, which Node leaves out', async () => {
  const { url, received } = await provider(status(200))

  await http.send({ method: 'DELETE', url, body: 'é' })

  expect(received[0]?.headers['content-length']).toBe('2')
})

test('a request goes over TLS, or to the loopback interface', async () => {
  for (const url of ['http://example.com/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'file:///etc/passwd'])
    await expect(http.send({ url })).rejects.toThrow('a provider is called by https')
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect((await problemOf(http.send({ url: `http://${host}:1/` }))).code).toBe('provider_unavailable')
})

test.each([
  ['a failure, then a broken connection', [status(500), drop, status(200)], [50, 100], 200],
  ['three failures', [status(502)], [50, 100], 502],
  ['a failure that says when to come back', [status(503, { 'retry-after': '9' })], [], 503],
  ['too many requests', [status(429)], [], 429],
  ['a refusal', [status(403)], [], 403],
])('a read is repeated after %s', async (_name, answers, delays, expected) => {
  const { url, received } = await provider(...answers)

  expect((await http.read({ url })).status).toBe(expected)
  expect(received).toHaveLength(1 + delays.length)
  expect(slept).toEqual(delays)
})

test('a read of an unusable answer is not repeated', async () => {
  const { url, received } = await provider(status(302, { location: 'http://127.0.0.1:1/' }))

  expect((await problemOf(http.read({ url }))).code).toBe('provider_bad_answer')
  expect(received).toHaveLength(1)
})

test.each([
  ['a failure', status(500)],
  ['a broken connection', drop],
])('a request that must not repeat is not repeated after %s', async (_name, answer) => {
  const { url, received } = await provider(answer)

  await http.send({ method: 'POST', url }).catch(() => undefined)

  expect(received).toHaveLength(1)
})

test('a request that must not repeat opens its own connection, because an idle one may be stale', async () => {
  const ports: unknown[] = []
  const { url } = await provider((response, { socket }) => {
    ports.push(socket.remotePort)
    response.end('{}')
  })
  await http.read({ url })
  await http.read({ url })

  await http.send({ method: 'POST', url })
  await http.send({ method: 'POST', url })

  const [first, second, third, fourth] = ports
  expect(second).toBe(first)
  expect(new Set([first, third, fourth]).size).toBe(3)
})

test('a connection that broke three times is unavailability', async () => {
  const { url, received } = await provider(drop)

  expect(await problemOf(http.read({ url }))).toMatchObject({ code: 'provider_unavailable', retryAfter: 1 })
  expect(received).toHaveLength(3)
})

const late = { code: 'provider_timeout', message: 'Provider did not answer in time.' }

/** What ends a request, instead of a time that passes. */
const ending = () => {
  const controller = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
  return { timeout, end: () => controller.abort() }
}

test('a request ends with its invocation before the provider answers', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { timeout, end } = ending()
  const { url, received } = await provider(end)

  const asked = invocation.run({ endsAt: Date.now() + 600 }, () => http.read({ url }))

  expect(await problemOf(asked)).toMatchObject({ ...late, cause: { name: 'OutOfTime' } })
  expect(timeout.mock.calls).toEqual([[350]])
  expect(received).toHaveLength(1)
})

test('an answer that drips is cut after five seconds in all', async () => {
  const { timeout, end } = ending()
  const { url } = await provider((response) => response.writeHead(200).write(' ', end))

  expect(await problemOf(http.send({ url }))).toMatchObject(late)
  expect(timeout.mock.calls).toEqual([[5000]])
})

test('a handshake that does not come is given up after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createTcpServer()
  const address = await listen(server)
  const asked = problemOf(http.send({ url: `https://${address}/` }))
  await once(server, 'connection')

  vi.advanceTimersByTime(999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  const problem = await asked

  expect(problem).toMatchObject({ ...late, cause: { name: 'ConnectTimeout', message: 'no connection' } })
  expect(neverLeft(problem)).toBe(true)
})

test('a connection that is there, new or kept, leaves the answer its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timers: number[] = []
  const { url } = await provider((response) => {
    timers.push(vi.getTimerCount())
    response.end()
  })

  await http.read({ url })
  await http.read({ url })

  expect(timers).toEqual([0, 0])
})

test('an idle connection is closed a second before the provider does it, regression: the next read met a broken one', async () => {
  const server = createServer({ keepAliveTimeout: 2000 }, (_request, response) => void response.end())
  const connected = once(server, 'connection')
  await http.read({ url: `http://${await listen(server)}/` })
  const [socket] = (await connected) as [Socket]

  await once(socket, 'close')

  // It has an end only where the client has ended it.
  expect(socket.readableEnded).toBe(true)
})

test('a request where nobody listens fails at once', async () => {
  const problem = await problemOf(http.read({ url: 'http://127.0.0.1:1/' }))

  expect(problem).toMatchObject({
    code: 'provider_unavailable',
    message: 'Provider could not be reached.',
    cause: { code: 'ECONNREFUSED' },
  })
  expect(neverLeft(problem)).toBe(true)
})

const megabyte = 1024 * 1024

test('an answer of one megabyte is read', async () => {
  const { url } = await provider((response) => void response.end('x'.repeat(megabyte)))

  expect((await http.read({ url })).body).toHaveLength(megabyte)
})

test.each<[string, Answer, string]>([
  ['a byte more', (response) => void response.end('x'.repeat(megabyte + 1)), 'an answer that is too long'],
  [
    'a byte more in chunks',
    (response) => void response.writeHead(200).end('x'.repeat(megabyte + 1)),
    'an answer that is too long',
  ],
  ['the first redirect', status(300), 'a redirect (300)'],
  ['a redirect', status(307, { location: 'http://169.254.169.254/' }), 'a redirect (307)'],
  ['a compressed answer', status(200, { 'content-encoding': 'gzip' }), 'a compressed answer'],
  [
    'an answer that is not UTF-8',
    (response) => void response.end(Buffer.from([0xc3, 0x28])),
    'an answer that is not UTF-8',
  ],
  [
    'an answer that is not HTTP',
    (response) => void response.socket?.end('SMTP 220\r\n\r\n'),
    'an answer that is not HTTP',
  ],
])('an answer of %s is unusable', async (_name, answer, sent) => {
  const { url } = await provider(answer)

  expect(await problemOf(http.send({ url }))).toMatchObject({
    code: 'provider_bad_answer',
    message: `Provider sent ${sent}.`,
  })
})

test('an answer that breaks off is unavailability', async () => {
  const { url } = await provider((response) => {
    response.writeHead(200, { 'content-length': '10' }).write('{"a"', () => response.destroy())
  })

  expect((await problemOf(http.send({ url }))).code).toBe('provider_unavailable')
})
