import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { EngineResponse } from './engineHandler.ts'

export interface ForwardedRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

/** Headers that are not forwarded, because they concern one connection. */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

/** Shorter than any engine keeps an idle connection (Amazon's: 30 s), so that no call is sent on a connection that closes. */
const idleMilliseconds = 10_000

/** Longer than an engine takes for anything. Without it, a call whose answer is lost would wait for ever. */
const longestMilliseconds = 60_000

/** Forwards requests to an engine in another process, over connections that stay open. */
export const createForwarder = (endpoint: string) => {
  const { hostname, port } = new URL(endpoint)
  const agent = new Agent({ keepAlive: true, timeout: idleMilliseconds })
  return {
    /** @throws Error when the engine cannot be reached */
    forward: (request: ForwardedRequest): Promise<EngineResponse & { readonly body: Buffer }> =>
      new Promise((resolve, reject) => {
        const { method, target: path } = request
        const headers = { ...withoutHopHeaders(request.headers), 'content-length': Buffer.byteLength(request.body) }
        const outgoing = httpRequest({ agent, hostname, port, method, path, headers }, (incoming) => {
          collect(incoming).then((body) => {
            resolve({ status: incoming.statusCode ?? 502, headers: withoutHopHeaders(headersOf(incoming)), body })
          }, reject)
        })
        outgoing.setTimeout(longestMilliseconds, () => {
          outgoing.destroy(Object.assign(new Error(`${endpoint} does not answer`), { code: 'ETIMEDOUT' }))
        })
        outgoing.once('error', reject)
        outgoing.end(request.body)
      }),
    close: () => agent.destroy(),
  }
}

/** The whole body of a message. Iterating over the message would take a tenth longer for each request. */
export const collect = (message: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    message.once('error', reject)
  })

/** Headers with lower-case names and one value each. */
export const headersOf = (message: IncomingMessage): Record<string, string> => {
  const entries = Object.entries(message.headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]))
}

const withoutHopHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)))
