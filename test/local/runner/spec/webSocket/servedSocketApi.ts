import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import type { EngineHandler } from '../../aws/engineHandler.ts'
import type { WebSocketApiResource } from '../../deployment.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import type { WebSocketLimits } from '../../webSocket/limits.ts'
import { startWebSocketApi } from '../../webSocket/webSocketApi.ts'
import { openRoute } from '../gateway/literalDeployment.ts'
import { success } from '../gateway/servedApi.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
type TestEvent = any

export interface ServedSocketApi {
  /** With the stage. */
  readonly url: string
  /** Base address of `@connections`, with the stage. */
  readonly management: string
  /** The events that functions were invoked with, in order. */
  readonly events: TestEvent[]
  readonly handle: EngineHandler
  stop(): Promise<void>
}

export interface ServedSocketOptions {
  readonly resource?: Partial<WebSocketApiResource>
  readonly limits?: Partial<WebSocketLimits>
  readonly invoke?: (functionLogicalId: string, event: TestEvent) => InvocationResult | Promise<InvocationResult>
  readonly now?: () => number
}

/** A WebSocket API at a free port, in front of functions that answer as the test demands; 200 by default. */
export const servedSocketApi = async (options: ServedSocketOptions = {}): Promise<ServedSocketApi> => {
  const events: TestEvent[] = []
  const webSocketApi: WebSocketApiResource = {
    logicalId: 'LiveApi',
    apiId: 'abcdefghij',
    stage: 'live',
    routeSelectionExpression: '$request.body.action',
    routes: ['$connect', '$disconnect', '$default'].map((routeKey) => openRoute(routeKey, routeKey.slice(1))),
    mockRoutes: [],
    throttle: undefined,
    routeThrottles: {},
    ...options.resource,
  }
  const api = await startWebSocketApi({
    deployment: { accountId: '123456789012', region: 'eu-west-1', webSocketApi },
    port: 0,
    hostNames: ['tunnel.example'],
    ...(options.limits && { limits: options.limits }),
    ...(options.now && { now: options.now }),
    invoke: async (name, event) => {
      events.push(event)
      return options.invoke?.(name, event) ?? success({ statusCode: 200 })
    },
    manage: ({ method, target, headers, body }) => {
      const url = new URL(target, api.managementUrl)
      return api.handle({ method, url, headers, body, accessKeyId: 'test', authorize: () => undefined })
    },
  })
  const { stage } = webSocketApi
  return { ...api, url: `${api.url}/${stage}`, management: `${api.managementUrl}/${stage}`, events }
}

/** Opens a connection; rejects with the status and the body when it is refused. */
export const openSocket = async (
  url: string,
  options: { readonly headers?: Record<string, string>; readonly protocols?: string[] } = {},
): Promise<WebSocket> => {
  const { headers = {}, protocols = [] } = options
  const socket = new WebSocket(url, protocols, { headers })
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  socket.on('open', () => resolve(socket))
  socket.on('unexpected-response', async (_request, response) =>
    reject(new Error(`refused: ${response.statusCode} ${await text(response)}`)),
  )
  socket.on('error', reject)
  return promise
}

/** The next message, as text. */
export const nextMessage = async (socket: WebSocket): Promise<string> => String((await once(socket, 'message'))[0])

/** The close code. */
export const closed = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0]
