import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EngineHandler } from '../aws/engineHandler.ts'
import { serveRequest } from '../aws/localServer.ts'
import type { Outcome } from '../aws/serviceCall.ts'
import type { SignedRequest } from '../aws/signatureV4.ts'
import { requestHead } from '../gateway/receivedRequest.ts'
import type { InvokeFunction } from '../lambda/invocation.ts'
import { forThisMachine, listenNear, namesThisMachine } from '../loopback.ts'
import { gatewayHost } from '../template/gatewayAddress.ts'
import { Connections } from './connections.ts'
import { connectionsApi } from './connectionsApi.ts'
import { frameSizes } from './frameSizes.ts'
import { refuse } from './handshake.ts'
import { closeCodes, type WebSocketLimits, webSocketLimits } from './limits.ts'
import { newSocketId, type SocketApi, type SocketOrigin } from './socketEvents.ts'
import { type SocketGateway, socketGateway } from './socketGateway.ts'

export interface WebSocketApiOptions {
  readonly deployment: SocketApi
  /** The port; 0 or a taken port picks a free one. */
  readonly port: number
  readonly invoke: InvokeFunction
  /** Answers plain requests: the `@connections` calls of functions, which the AWS endpoint verifies. */
  readonly manage: (request: SignedRequest) => Promise<Outcome>
  /** Limits that replace those of API Gateway. */
  readonly limits?: Partial<WebSocketLimits>
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** See `HttpApiOptions`. */
  readonly hostNames?: readonly string[] | undefined
}

export interface WebSocketApi {
  /** `ws://127.0.0.1:<port>`, without the stage. */
  readonly url: string
  /** The base address for `@connections`, without the stage. */
  readonly managementUrl: string
  /** The host of `@connections` at AWS, which events have. */
  readonly ownHost: string
  /** The engine behind the AWS endpoint for calls that were signed for `execute-api`. */
  readonly handle: EngineHandler
  /** Closes every connection; resolves when their `$disconnect` has run. */
  stop(): Promise<void>
}

/** Remembers running work, so that a stop can wait for it. */
const tracker = () => {
  const underWay = new Set<Promise<unknown>>()
  return {
    track: (work: Promise<unknown>): void => {
      const settled = work
        .catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
        .finally(() => underWay.delete(settled))
      underWay.add(settled)
    },
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

/** Handles the messages of one socket. */
const attend = (
  { gateway, connections, limits, track }: Attendance,
  origin: SocketOrigin,
  socket: WebSocket,
  stream: Duplex,
): void => {
  const connection = connections.add(origin, socket)
  // This listener runs before the library's, so that a frame that is too large never becomes a message.
  stream.prependListener(
    'data',
    frameSizes((bytes) => {
      if (bytes > limits.frameBytes) socket.close(closeCodes.tooBig)
    }),
  )
  socket.on('message', (data, isBinary) => {
    // Messages after a frame that is too large are ignored.
    if (socket.readyState === socket.OPEN) track(gateway.receive(connection, data as Buffer, isBinary))
  })
  // A broken connection is handled by its `close` event.
  socket.on('error', () => undefined)
  socket.once('close', (code, reason) => track(gateway.closed(origin, code, reason.toString())))
}

interface Attendance {
  readonly gateway: SocketGateway
  readonly connections: Connections
  readonly limits: WebSocketLimits
  readonly track: (work: Promise<unknown>) => void
}

const originOf = (request: IncomingMessage, connectedAt: number): SocketOrigin => {
  const head = { ...requestHead(request), body: Buffer.alloc(0) }
  const [, query = ''] = /\?(.*)$/.exec(head.target) ?? []
  return { connectionId: newSocketId(), connectedAt, request: head, query: [...new URLSearchParams(query)] }
}

/** Serves a deployment's WebSocket API at the loopback address as API Gateway would. */
export const startWebSocketApi = async (options: WebSocketApiOptions): Promise<WebSocketApi> => {
  const { deployment, invoke, manage, now = Date.now } = options
  const limits = { ...webSocketLimits, ...options.limits }
  const connections = new Connections(limits, now)
  const gateway = socketGateway({ deployment, invoke, limits, now })
  const { track, settled } = tracker()
  const protocols = new WeakMap<IncomingMessage, string>()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  })

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const origin = originOf(request, now())
    const verdict = await gateway.admit(origin)
    if (!verdict.accepted) return refuse(stream, verdict.status)
    if (verdict.protocol !== undefined) protocols.set(request, verdict.protocol)
    sockets.handleUpgrade(request, stream, head, (socket) =>
      attend({ gateway, connections, limits, track }, origin, socket, stream),
    )
  }

  // No page can point a name of AWS at this machine.
  const ownHost = gatewayHost(deployment.webSocketApi.apiId, deployment.region)
  const server = createServer(
    forThisMachine((incoming, response) => serveRequest(incoming, response, manage), [ownHost]),
  )
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (!namesThisMachine(request, options.hostNames)) return refuse(stream, 403)
    track(upgrade(request, stream, head))
  })
  const port = await listenNear(server, options.port)
  return {
    url: `ws://127.0.0.1:${port}`,
    managementUrl: `http://127.0.0.1:${port}`,
    ownHost,
    handle: connectionsApi(deployment, connections, limits),
    stop: async () => {
      server.close()
      await connections.closeAll()
      await settled()
      server.closeAllConnections()
    },
  }
}
