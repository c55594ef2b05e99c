import type { RouteResource } from '../deployment.ts'
import { invokedInTime } from '../gateway/gatewayAnswer.ts'
import { routeThrottle } from '../gateway/throttle.ts'
import type { InvokeFunction } from '../lambda/invocation.ts'
import type { OpenConnection } from './connections.ts'
import { type Verdict, verdictFrom } from './handshake.ts'
import { closeCodes, type WebSocketLimits } from './limits.ts'
import { routeSelector } from './routeSelection.ts'
import {
  connectEvent,
  disconnectEvent,
  messageEvent,
  newSocketId,
  type SocketApi,
  type SocketOrigin,
} from './socketEvents.ts'

export interface SocketGatewayOptions {
  readonly deployment: SocketApi
  readonly invoke: InvokeFunction
  readonly limits: WebSocketLimits
  readonly now: () => number
}

export type SocketGateway = ReturnType<typeof socketGateway>

const say = (connection: OpenConnection, text: string): Promise<void> => connection.send(text).catch(() => undefined)

/** Sends API Gateway's own message to a client. */
const report = (connection: OpenConnection, message: string): Promise<void> =>
  say(connection, JSON.stringify({ message, connectionId: connection.origin.connectionId, requestId: newSocketId() }))

/** The gateway without its server: it invokes the functions of the routes for what happens in a connection. */
export const socketGateway = ({ deployment, invoke, limits, now }: SocketGatewayOptions) => {
  const { webSocketApi } = deployment
  const routes = new Map(webSocketApi.routes.map((route) => [route.routeKey, route]))
  const select = routeSelector(webSocketApi)
  const mayPass = routeThrottle(webSocketApi, now)
  const run = ({ functionLogicalId, timeoutMilliseconds }: RouteResource, event: unknown) =>
    invokedInTime(invoke, functionLogicalId, event, timeoutMilliseconds ?? limits.integrationMilliseconds)

  return {
    /** Decides whether a connection is opened. */
    admit: async (origin: SocketOrigin): Promise<Verdict> => {
      const { target } = origin.request
      if (target.length > limits.urlCharacters) return { accepted: false, status: 414 }
      const [path = ''] = target.split('?', 1)
      if (path.replace(/\/$/, '') !== `/${webSocketApi.stage}`) return { accepted: false, status: 403 }
      if (!mayPass('$connect')) return { accepted: false, status: 429 }
      const route = routes.get('$connect')
      return verdictFrom(route && (await run(route, connectEvent(deployment, origin))))
    },

    /** Messages of one connection may overtake each other, as they do at API Gateway. */
    receive: async (connection: OpenConnection, data: Buffer, isBinary: boolean): Promise<void> => {
      const route = isBinary ? routes.get('$default') : select(data.toString())
      if (route === undefined) return report(connection, 'Forbidden')
      const { routeKey } = route
      if (!mayPass(routeKey)) return report(connection, 'Too Many Requests')
      if (!('functionLogicalId' in route)) return route.answer === undefined ? undefined : say(connection, route.answer)
      const event = messageEvent(deployment, connection.origin, { routeKey, data, isBinary, now: now() })
      const result = await run(route, event)
      if (result === 'late') return report(connection, 'Endpoint request timed out')
      if (result.kind !== 'success') await report(connection, 'Internal server error')
    },

    closed: async (origin: SocketOrigin, closeCode: number, reason: string): Promise<void> => {
      const route = routes.get('$disconnect')
      // A connection that breaks has no close code of its own.
      const code = closeCode === closeCodes.abnormal ? closeCodes.goingAway : closeCode
      if (route) await run(route, disconnectEvent(deployment, origin, { code, reason, now: now() }))
    },
  }
}
