import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The management interface of WebSocket connections. Every connection is open and accepts every message. */
export interface SocketConnections {
  readonly url: string
  stop(): void
}

export const startSocketConnections = async (): Promise<SocketConnections> => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
