import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The management interface of WebSocket connections, every one of which is there and takes all that it is sent. */
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
