import { Readable } from 'node:stream'
import type { AnswerRequest } from '../local/runner/aws/localServer.ts'

/** What an SDK client hands to its transport; see `HttpRequest` of `@smithy/types`. */
interface SdkRequest {
  readonly method: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The prototype that the SDK's HTTP transports share. */
interface Transport {
  handle(request: SdkRequest, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>
}

const isDirect = ({ query = {}, body }: SdkRequest): boolean =>
  Object.keys(query).length === 0 && (body === undefined || typeof body === 'string' || body instanceof Uint8Array)

/** The bytes of a body without a copy: `Buffer.from` would ask the SDK's kind of bytes for its text, which it warns of. */
const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/**
 * Lets SDK clients of this process reach engines of this process without a socket, which is a third of the cost of a call. A request
 * whose body is a stream still takes the socket, and so does a request to any other address, such as that of a proxy or of an
 * interception with faults.
 *
 * @param transport the transport of any client; all share its prototype
 * @param engines the engine at a `host:port`, if it may be reached directly at the moment
 * @returns a function that gives the clients their sockets back
 */
export const connectDirectly = (
  transport: object,
  engines: ReadonlyMap<string, () => AnswerRequest | undefined>,
): (() => void) => {
  const prototype = Object.getPrototypeOf(transport) as Transport
  const { handle } = prototype
  prototype.handle = async function (request, options) {
    const answer = engines.get(`${request.hostname}:${request.port}`)?.()
    if (answer === undefined || !isDirect(request)) return handle.call(this, request, options)
    options?.abortSignal?.throwIfAborted()
    const { method, path, headers, body = '' } = request
    const outcome = await answer({ method, target: path, headers, body: bytesOf(body as string | Uint8Array) })
    if (outcome === 'reset') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    const whole = outcome.body instanceof Readable ? outcome.body : Buffer.from(outcome.body)
    const { status: statusCode, headers: given } = outcome
    if (!Buffer.isBuffer(whole)) return { response: { statusCode, headers: given, body: whole } }
    if (method === 'HEAD') return { response: { statusCode, headers: given, body: Readable.from([]) } }
    const length = { 'content-length': String(whole.length) }
    return { response: { statusCode, headers: { ...given, ...length }, body: Readable.from([whole]) } }
  }
  return () => {
    prototype.handle = handle
  }
}
