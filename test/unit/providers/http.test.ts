import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Problem } from '../../../shared/contract/problem.ts'
import { invocation } from '../../../shared/invocation.ts'
import { providerHttp } from '../../../shared/providers/http.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(() => {
  vi.useRealTimers()
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
const silence: Answer = () => undefined

const http = providerHttp('Provider')

const problemOf = async (answer: Promise<unknown>): Promise<Problem> => {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Problem) return error
  throw new Error('expected a problem', { cause: error })
}

const within = <Result>(milliseconds: number, run: () => Promise<Result>): Promise<Result> =>
  invocation.run({ endsAt: Date.now() + milliseconds }, run)

describe('a request', () => {
  test('is sent as given, and answered with whatever status', async () => {
    const { url, received } = await provider((response) => {
      response.writeHead(404, { 'x-a': 'b', 'set-cookie': ['c=1', 'd=2'] }).end('{"é":1}')
    })

    const answer = await http.send({ method: 'POST', url, headers: { 'x-key': 'k' }, body: 'é' })

    expect(answer).toMatchObject({ status: 404, body: '{"é":1}', headers: { 'x-a': 'b', 'set-cookie': 'c=1, d=2' } })
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/path',
      headers: { 'x-key': 'k', 'content-length': '2', accept: 'application/json' },
    })
  })

  test('goes over TLS, or to the loopback interface', async () => {
    for (const url of ['http://example.com/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'file:///etc/passwd'])
      await expect(http.send({ url })).rejects.toThrow('a provider is called by https')
  })
})

describe('repetition', () => {
  test.each([
    ['a failure, then a broken connection', [status(500), drop, status(200)], 3, 200],
    ['three failures', [status(502)], 3, 502],
    ['a failure that says when to come back', [status(503, { 'retry-after': '9' })], 1, 503],
    ['too many requests', [status(429)], 1, 429],
    ['a refusal', [status(403)], 1, 403],
  ])('a read after %s', async (_name, answers, count, expected) => {
    const { url, received } = await provider(...answers)

    expect((await http.read({ url })).status).toBe(expected)
    expect(received).toHaveLength(count)
  })

  test('a read of an unusable answer is not repeated', async () => {
    const { url, received } = await provider(status(302, { location: 'http://127.0.0.1:1/' }))

    expect((await problemOf(http.read({ url }))).code).toBe('provider_bad_answer')
    expect(received).toHaveLength(1)
  })

  test.each([
    ['a failure', status(500)],
    ['a broken connection', drop],
  ])('what is sent once is not repeated after %s', async (_name, answer) => {
    const { url, received } = await provider(answer)

    await http.send({ method: 'POST', url }).catch(() => undefined)

    expect(received).toHaveLength(1)
  })

  test('what is sent once opens a connection of its own, beside one that a read has left open: that one may be stale', async () => {
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
})

describe('time', () => {
  test('the invocation ends before the provider answers', async () => {
    const { url } = await provider(silence)
    const startedAt = performance.now()

    expect((await problemOf(within(600, () => http.read({ url })))).code).toBe('provider_timeout')
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('an answer that drips is cut after five seconds in all', async () => {
    const { url } = await provider((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(timer))
    })
    const startedAt = performance.now()

    expect((await problemOf(http.send({ url }))).code).toBe('provider_timeout')
    expect(performance.now() - startedAt).toBeLessThan(9000)
  })

  test('a handshake that does not come is given up after a second', async () => {
    const address = await listen(createTcpServer())
    const startedAt = performance.now()

    expect((await problemOf(http.send({ url: `https://${address}/` }))).code).toBe('provider_timeout')
    expect(performance.now() - startedAt).toBeLessThan(4500)
  })

  test('nobody listens', async () => {
    const server = createTcpServer()
    const address = await listen(server)
    server.close()

    expect((await problemOf(http.read({ url: `http://${address}/` }))).code).toBe('provider_unavailable')
  })
})

describe('answers', () => {
  const megabyte = 1024 * 1024

  test('one megabyte is read', async () => {
    const { url } = await provider((response) => void response.end('x'.repeat(megabyte)))

    expect((await http.read({ url })).body).toHaveLength(megabyte)
  })

  test.each<[string, Answer]>([
    ['a byte more', (response) => void response.end('x'.repeat(megabyte + 1))],
    ['a byte more in chunks', (response) => void response.writeHead(200).end('x'.repeat(megabyte + 1))],
    ['the announcement of more', (response) => response.writeHead(200, { 'content-length': '1e9' }).flushHeaders()],
    ['a redirect', status(307, { location: 'http://169.254.169.254/' })],
    ['a compressed answer', status(200, { 'content-encoding': 'gzip' })],
    ['an answer that is not UTF-8', (response) => void response.end(Buffer.from([0xc3, 0x28]))],
    ['an answer that is not HTTP', (response) => void response.socket?.end('SMTP 220\r\n\r\n')],
  ])('%s is unusable', async (_name, answer) => {
    const { url } = await provider(answer)

    expect((await problemOf(http.send({ url }))).code).toBe('provider_bad_answer')
  })

  test('an answer that breaks off is unavailability', async () => {
    const { url } = await provider((response) => {
      response.writeHead(200, { 'content-length': '10' }).write('{"a"')
      setTimeout(() => response.destroy(), 50)
    })

    expect((await problemOf(http.send({ url }))).code).toBe('provider_unavailable')
  })

  const Schema = z.object({ id: z.int() })
  const answerWith = (body: string) => ({ status: 200, headers: {}, body })

  test('JSON is parsed by its schema', () => {
    expect(http.parse(answerWith('{"id":1,"more":2}'), Schema)).toEqual({ id: 1 })
  })

  test.each(['<p>secret', '{"id":"secret"}', '["secret"]', ''])('%j does not match, and is not told', async (body) => {
    const problem = await problemOf((async () => http.parse(answerWith(body), Schema))())

    expect(problem.code).toBe('provider_bad_answer')
    expect(problem.message).not.toContain('secret')
  })

  test.each([
    ['7', 7],
    ['0', 1],
    ['', 1],
    ['soon', 1],
    ['-5', 1],
    ['99999999', 86_400],
    ['Wed, 21 Oct 2015 07:28:30 GMT', 30],
    ['Wed, 21 Oct 2015 07:27:30 GMT', 1],
  ])('Retry-After: %s is %s seconds', (value, expected) => {
    vi.useFakeTimers({ now: Date.parse('2015-10-21T07:28:00Z'), toFake: ['Date'] })

    const problem = http.problemFrom({ status: 429, headers: { 'retry-after': value }, body: '' })

    expect(problem).toMatchObject({ code: 'provider_unavailable', retryAfter: expected })
  })

  test('an unexpected status is a bad answer', () => {
    expect(http.problemFrom({ status: 418, headers: {}, body: '' }).code).toBe('provider_bad_answer')
  })
})
