import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { forThisMachine, listen } from '../loopback.ts'
import { collect, headersOf } from './forwarder.ts'
import type { Outcome } from './serviceCall.ts'
import { refusalOf } from './serviceErrors.ts'
import type { SignedRequest } from './signatureV4.ts'

/** What becomes of a request. */
export type AnswerRequest = (request: SignedRequest) => Promise<Outcome>

/** Longer than functions are usually frozen between two invocations: after a cut connection the next call needs a retry. */
const keepAliveMilliseconds = 3_600_000

/**
 * Serves requests on a free port of the loopback; an outcome `reset` cuts the connection without an answer.
 *
 * @param onHttp2 called when a connection begins with HTTP/2, which is not spoken here; it is cut
 */
export const startLocalServer = async (answer: AnswerRequest, onHttp2: () => void = () => {}) => {
  const serveAny: RequestListener = (incoming, response) => serveRequest(incoming, response, answer)
  const serveOwn = forThisMachine(serveAny)
  const server = createServer({ keepAliveTimeout: keepAliveMilliseconds, requestTimeout: 0 }, (incoming, response) =>
    (isForAws(incoming) ? serveAny : serveOwn)(incoming, response),
  )
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'HPE_PAUSED_H2_UPGRADE') onHttp2()
    else if (socket.writable && code !== 'ECONNRESET') return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    socket.destroy()
  })
  const port = await listen(server)
  return {
    /** An address by number keeps the S3 client from putting the bucket into the host name. */
    endpoint: `http://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A call that a function sent to AWS, which its process sends here instead: its signature contains that host. No page can have such a name. */
const isForAws = ({ headers }: IncomingMessage): boolean => /\.amazonaws\.com$/.test(headers.host ?? '')

/** Answers one request, whatever happens. */
export const serveRequest = (incoming: IncomingMessage, response: ServerResponse, answer: AnswerRequest): void => {
  serve(incoming, response, answer).catch((error: unknown) => {
    process.stderr.write(`aws endpoint: ${error instanceof Error ? error.stack : error}\n`)
    if (response.headersSent) response.destroy()
    else void write(response, 'POST', refusalOf('json', 'server error'))
  })
}

const serve = async (incoming: IncomingMessage, response: ServerResponse, answer: AnswerRequest) => {
  const { method = 'GET', url: target = '/' } = incoming
  const outcome = await answer({ method, target, headers: headersOf(incoming), body: await collect(incoming) })
  if (outcome === 'reset') incoming.socket.resetAndDestroy()
  else await write(response, method, outcome)
}

const write = async (
  response: ServerResponse,
  method: string,
  { status, headers, body }: Exclude<Outcome, 'reset'>,
) => {
  const whole = typeof body === 'string' || Buffer.isBuffer(body)
  const length = whole && method !== 'HEAD' ? { 'content-length': Buffer.byteLength(body) } : {}
  response.writeHead(status, { ...headers, ...length })
  if (whole) response.end(method === 'HEAD' ? undefined : body)
  else await pipeline(body, response)
}
