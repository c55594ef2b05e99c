import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { endpointHttp } from '../../../../shared/providers/endpointHttp.ts'
import { isPublicAddress } from '../../../../shared/providers/isPublicAddress.ts'

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const local = 'http://127.0.0.1'
const post = (url: string) => endpointHttp(local)(url, { 'webhook-id': '1' }, '{}', 5000)

test.each([
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.255',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.0',
  '239.255.255.255',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2002:7f00:1::',
  '3fff:fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
])('%s is no address of the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is an address of the public Internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  [200, true, undefined],
  [204, true, undefined],
  [301, false, 'answered 301, which is not followed'],
  [404, false, 'answered 404'],
  [500, false, 'answered 500'],
])('an answer %i is accepted: %s', async (status, isAccepted, reason) => {
  let requests = 0
  const url = await listen((_request, response) => {
    requests += 1
    response.writeHead(status, { location: '/elsewhere' }).end()
  })

  expect(await post(url)).toEqual({ status, isAccepted, ...(reason !== undefined && { reason }) })
  expect(requests).toBe(1)
})

test('a webhook is JSON of a known length, by this service', async () => {
  const came = Promise.withResolvers<unknown>()
  const url = await listen(({ method, headers }, response) => {
    came.resolve({ method, ...headers })
    response.end()
  })
  await post(url)

  expect(await came.promise).toMatchObject({
    method: 'POST',
    'webhook-id': '1',
    'content-type': 'application/json',
    'content-length': '2',
    'user-agent': 'streaming-support-service',
  })
})

test('an answer of 10 MB ends with its headers', async () => {
  const ended = Promise.withResolvers<number>()
  const url = await listen((_request, response) => {
    let megabytes = 0
    const goOn = () => {
      megabytes += 1
      response.write(Buffer.alloc(1_000_000))
    }
    response.on('drain', () => (megabytes < 10 ? goOn() : response.end()))
    response.once('close', () => ended.resolve(megabytes))
    response.writeHead(200)
    goOn()
  })

  expect(await post(url)).toEqual({ status: 200, isAccepted: true })
  expect(await ended.promise).toBeLessThan(10)
})

test('a receiver that hangs ends after 5 s', async () => {
  const url = await listen(() => undefined)
  const begun = performance.now()

  expect(await post(url)).toEqual({ isAccepted: false, reason: 'no answer within 5 s' })
  expect(performance.now() - begun).toBeGreaterThan(4900)
})

test('an answer that is not HTTP is a failure', async () => {
  const server = createTcpServer((socket) => socket.end('220 mail.example.com ready\r\n')).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')

  expect(await post(`${local}:${(server.address() as AddressInfo).port}`)).toEqual({
    isAccepted: false,
    reason: 'no connection, or no HTTP',
  })
})

test('a receiver that does not listen has the reason of one without HTTP, so that nobody scans ports by it', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')

  expect(await post(`${local}:${port}`)).toEqual({
    isAccepted: false,
    reason: 'no connection, or no HTTP',
  })
})

const refused = { isAccepted: false, reason: 'the address is not one of the public Internet' }

const accepting = async () => {
  let [connections, bytes] = [0, 0]
  const server = createTcpServer((socket) => {
    connections += 1
    socket
      .on('error', () => undefined)
      .on('data', ({ length }) => {
        bytes += length
      })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections: () => connections, bytes: () => bytes }
}

test('a name that leads to a private address, even beside a public one, is not connected', async () => {
  const { port, connections } = await accepting()
  const resolve = async () => ['8.8.8.8', '127.0.0.1']

  const outcome = await endpointHttp('https://endpoints.invalid', resolve)(`https://bot.test:${port}`, {}, '{}', 5000)

  expect([outcome, connections()]).toEqual([refused, 0])
})

test('a connection to another address than the one that was checked ends before a byte is sent', async () => {
  const { port, bytes } = await accepting()
  let reads = 0
  const liar = Object.defineProperty([''], 0, { get: () => (reads++ === 0 ? '8.8.8.8' : '127.0.0.1') })

  const outcome = await endpointHttp('https://endpoints.invalid', async () => liar)(
    `https://bot.test:${port}`,
    {},
    '{}',
    5000,
  )

  expect([outcome, bytes()]).toEqual([refused, 0])
})

test('a name that does not exist is a failure', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND bot.test'), { code: 'ENOTFOUND' }))

  expect(await endpointHttp('https://endpoints.invalid', resolve)('https://bot.test/', {}, '{}', 5000)).toEqual({
    isAccepted: false,
    reason: 'no connection, or no HTTP',
  })
})

test.each([
  ['http://bot.test/', 'the address is not https'],
  ['http://127.0.0.1/', 'the address is not https'],
  ['https://127.1/', 'the address is not one of the public Internet'],
  ['https://2130706433/', 'the address is not one of the public Internet'],
  ['https://[::1]/', 'the address is not one of the public Internet'],
])('nothing is sent to %s: %s', async (url, reason) => {
  expect(await endpointHttp('https://endpoints.invalid')(url, {}, '{}', 5000)).toEqual({ isAccepted: false, reason })
})
