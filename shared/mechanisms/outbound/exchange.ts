import { type IncomingMessage, type RequestOptions as PlainOptions, request as plainRequest } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { withinTime } from './withinTime.ts'

/** The peer answered with 101, which begins another protocol than the one it was asked in. */
export class Upgraded extends Error {
  override readonly name = 'Upgraded'
}

/** The connection was closed before an answer began. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly code = 'ECONNRESET'
}

interface Outgoing {
  readonly url: string
  readonly body?: string | undefined
  /** From the lookup of the name until `receive` has ended. */
  readonly limitMs: number
  readonly options: RequestOptions & PlainOptions
  /** Called with the socket of the request, which may still connect; it ends the request with a reason. */
  readonly onSocket?: (socket: Socket, end: (reason: Error) => void) => void
}

/**
 * Sends a request by HTTP/1.1 and settles, whatever the peer does. Node itself reports nothing of two ways in which a
 * request ends: a 101 with `Upgrade` has its own event, and a connection may close without an answer or an error. The
 * timer ends all that goes on: silence, endless headers, bytes or informational answers. Nothing is left open after a
 * failure.
 *
 * @throws OutOfTime, Upgraded, NoAnswer, the error of the connection or the parser, or what `receive` throws
 */
export const exchange = async <Answer>(
  { url, body, limitMs, options, onSocket }: Outgoing,
  receive: (response: IncomingMessage) => Answer | Promise<Answer>,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const begin = new URL(url).protocol === 'https:' ? secureRequest : plainRequest
  const request = begin(url, options, (response) => {
    // Whatever comes of it later has been reported by `receive`.
    response.on('error', () => undefined)
    request.off('close', closed)
    // What is known by the headers is settled by them, before the parser comes to a body that is wrong.
    const answer = receive(response)
    if (answer instanceof Promise) answer.then(resolve, reject)
    else resolve(answer)
  })
  const closed = () => reject(new NoAnswer('closed without an answer'))
  request
    .on('error', reject)
    .once('close', closed)
    .once('upgrade', (_response, socket) => {
      reject(new Upgraded('an answer 101'))
      // Its errors are nobody's any more.
      socket.on('error', () => undefined).destroy()
    })
  if (onSocket !== undefined)
    request.once('socket', (socket) =>
      onSocket(socket, (reason) => {
        request.destroy(reason)
      }),
    )
  request.end(body)
  try {
    return await withinTime(limitMs, promise)
  } catch (error) {
    request.destroy()
    throw error
  }
}
