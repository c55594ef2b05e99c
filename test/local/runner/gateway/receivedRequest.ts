import type { IncomingMessage } from 'node:http'
import type { GatewayRequest } from './gatewayRequest.ts'
import { limits } from './limits.ts'

/** Everything of a request but its body, which may never be read. */
export const requestHead = (message: IncomingMessage): Omit<GatewayRequest, 'body'> => {
  const headers: [string, string][] = []
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    // Node hands header bytes over as Latin-1; clients send UTF-8.
    const value = Buffer.from(message.rawHeaders[index + 1] ?? '', 'latin1').toString('utf8')
    headers.push([message.rawHeaders[index] ?? '', value])
  }
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    headers,
    protocol: `HTTP/${message.httpVersion}`,
    sourceIp: message.socket.remoteAddress ?? '',
    port: message.socket.localPort ?? 0,
  }
}

/** Whether the request announces a body over the quota, so that it need not be read. */
export const announcesTooMuch = (message: IncomingMessage): boolean =>
  Number(message.headers['content-length'] ?? 0) > limits.payloadBytes

/** The body, chunked or not; undefined when it is over the quota. Rejects when the client goes away. */
export const receivedBody = (message: IncomingMessage): Promise<Buffer | undefined> => {
  if (announcesTooMuch(message)) return Promise.resolve(undefined)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    size += chunk.length
    if (size <= limits.payloadBytes) return
    message.off('data', take).pause()
    chunks.length = 0
    resolve(undefined)
  }
  // Iterating over the message would take longer than all else that is done for an empty body.
  message.on('data', take)
  message.once('end', () => resolve(Buffer.concat(chunks)))
  message.once('error', reject)
  return promise
}
