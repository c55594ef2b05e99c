import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'

const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Whether the request names this machine, or one of the other names. A page of another origin can point a name of its own at 127.0.0.1 (DNS rebinding), and
 * what answers there is then of the page's own origin to a browser, but the page cannot choose the `Host` that the browser sends.
 */
export const namesThisMachine = (
  { headers }: { readonly headers: Readonly<Record<string, unknown>> },
  otherNames: readonly string[] = [],
): boolean => {
  const name = String(headers['host'] ?? '')
    .replace(/:\d+$/, '')
    .toLowerCase()
  return loopbackName.test(name) || otherNames.includes(name)
}

/** Whether a page of this origin is served by this machine; a request of a program has no origin. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackName.test(URL.parse(origin)?.hostname ?? '')

/** The answer to a request that names another host. */
export const refuseHost = (response: ServerResponse): void => {
  response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' })
  response.end('This address answers to 127.0.0.1 and localhost only.')
}

/** Passes on only requests that name this machine, or one of the other names. */
export const forThisMachine =
  (listener: RequestListener, otherNames: readonly string[] = []): RequestListener =>
  (message, response) =>
    namesThisMachine(message, otherNames) ? listener(message, response) : refuseHost(response)

/** Listens at a port of the loopback, and resolves with the port; 0 picks a free one. */
export const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The same, at a free port where another process has taken this one. */
export const listenNear = (server: Server, port: number): Promise<number> =>
  listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return listen(server)
  })

/** Whether something listens at a port of the loopback. */
export const listensAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
