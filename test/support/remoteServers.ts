import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How a server behaves on a connection, by its bytes. */
type Behaviour = (socket: Socket) => void

export interface RemoteServer {
  readonly name: string
  readonly scheme?: 'https'
  readonly behave: Behaviour
  /** How a webhook to it ends: accepted, or the reason. */
  readonly webhook: true | string
  /** How a call of a provider ends: its status, or the code of the problem. */
  readonly provider: number | string
}

const answer =
  (...parts: readonly string[]): Behaviour =>
  (socket) =>
    void socket.once('data', () => {
      for (const part of parts) socket.write(part)
    })

const answerAndEnd =
  (...parts: readonly string[]): Behaviour =>
  (socket) =>
    void socket.once('data', () => socket.end(parts.join('')))

/** Sends bytes for as long as somebody takes them. */
const forever =
  (head: string, part: string, everyMs = 1): Behaviour =>
  (socket) =>
    void socket.once('data', () => {
      socket.write(head)
      const timer = setInterval(() => void socket.write(part), everyMs)
      socket.once('close', () => clearInterval(timer))
    })

const late = 'no answer within 0.3 s'
const none = 'no connection, or no HTTP'

/** Everything that a foreign server can do to a call, one line for each kind. */
export const remoteServers: readonly RemoteServer[] = [
  {
    name: 'an answer',
    behave: answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    webhook: true,
    provider: 200,
  },
  {
    name: 'a failure',
    behave: answer('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
    webhook: 'answered 500',
    provider: 500,
  },
  {
    name: 'a redirect',
    behave: answer('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    webhook: 'answered 302, which is not followed',
    provider: 'provider_bad_answer',
  },
  {
    name: 'a status that nobody knows',
    behave: answer('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'),
    webhook: 'answered 999',
    provider: 999,
  },
  {
    name: 'an upgrade to another protocol',
    behave: answer('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n'),
    webhook: 'answered 101, which is not followed',
    provider: 'provider_bad_answer',
  },
  {
    name: 'an upgrade that is closed at once',
    behave: answerAndEnd('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n'),
    webhook: 'answered 101, which is not followed',
    provider: 'provider_bad_answer',
  },
  {
    name: 'a 101 without a protocol',
    behave: answerAndEnd('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    webhook: 'answered 101',
    provider: 101,
  },
  {
    name: 'a flood of 100 Continue',
    behave: forever('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)),
    webhook: late,
    provider: 'provider_timeout',
  },
  {
    name: 'a flood of 103 Early Hints',
    behave: forever('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50)),
    webhook: late,
    provider: 'provider_timeout',
  },
  { name: 'an end without an answer', behave: answerAndEnd(), webhook: none, provider: 'provider_unavailable' },
  {
    name: 'an end before the request',
    behave: (socket) => void socket.destroy(),
    webhook: none,
    provider: 'provider_unavailable',
  },
  {
    name: 'a reset instead of an answer',
    behave: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    webhook: none,
    provider: 'provider_unavailable',
  },
  {
    name: 'an end amid the headers',
    behave: answerAndEnd('HTTP/1.1 200 OK\r\ncontent-'),
    webhook: none,
    provider: 'provider_unavailable',
  },
  { name: 'silence in the handshake', scheme: 'https', behave: answer(), webhook: late, provider: 'provider_timeout' },
  { name: 'silence instead of headers', behave: answer(), webhook: late, provider: 'provider_timeout' },
  {
    name: 'silence amid the headers',
    behave: answer('HTTP/1.1 200 OK\r\ncontent-'),
    webhook: late,
    provider: 'provider_timeout',
  },
  {
    name: 'silence amid the body',
    behave: answer('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    webhook: true,
    provider: 'provider_timeout',
  },
  {
    name: 'an end amid the body',
    behave: answerAndEnd('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    webhook: true,
    provider: 'provider_unavailable',
  },
  {
    name: 'headers that drip without an end',
    behave: forever('HTTP/1.1 200 OK\r\n', 'a: b\r\n', 20),
    webhook: late,
    provider: 'provider_timeout',
  },
  {
    name: 'headers of a megabyte',
    behave: answer('HTTP/1.1 200 OK\r\n', `a: ${'b'.repeat(1_000_000)}\r\n\r\n`),
    webhook: none,
    provider: 'provider_bad_answer',
  },
  {
    name: 'a body that drips without an end',
    behave: forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n', 20),
    webhook: true,
    provider: 'provider_timeout',
  },
  {
    name: 'a body without an end',
    behave: forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `10000\r\n${' '.repeat(65_536)}\r\n`),
    webhook: true,
    provider: 'provider_bad_answer',
  },
  {
    name: 'chunks that are none',
    behave: answer('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    webhook: true,
    provider: 'provider_bad_answer',
  },
  {
    name: 'another protocol',
    behave: (socket) => void socket.end('220 mail.example.com ready\r\n'),
    webhook: none,
    provider: 'provider_bad_answer',
  },
  {
    name: 'no TLS where it was asked for',
    scheme: 'https',
    behave: answerAndEnd('HTTP/1.1 400 No\r\n\r\n'),
    webhook: none,
    provider: 'provider_unavailable',
  },
]

/** The milliseconds for a call: few where it must run out of them, many where a busy machine must not. */
const patienceFor = ({ provider }: RemoteServer): number => (provider === 'provider_timeout' ? 300 : 30_000)

/** Opens a port on which a server behaves so. */
export const openRemoteServer = async (remote: RemoteServer) => {
  const { behave, scheme } = remote
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    behave(socket)
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${scheme ?? 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    patienceMs: patienceFor(remote),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
