import type { Access } from '../../contract/resources.ts'

/**
 * A route of the WebSocket API as plain data: its function is `functions/realtime/<id>.ts`, and its integration and
 * permissions are derived from it. Operations, workers and socket routes share one space of ids.
 */
export interface SocketRoute {
  readonly id: string
  readonly routeKey: '$connect' | '$disconnect' | '$default'
  readonly summary: string
  readonly access: Access
  /** The function verifies access tokens itself, so it receives their issuer, audience and recipient's claim. */
  readonly verifiesTokens?: true
}

const socketRoute = <const R extends SocketRoute>(definition: R): R => definition

export const openConnection = socketRoute({
  id: 'openConnection',
  routeKey: '$connect',
  summary: 'Admits an overlay with a one-time ticket, or any program with an access token',
  access: {
    tickets: ['GetItem', 'DeleteItem'],
    recipients: ['GetItem'],
    overlays: ['UpdateItem', 'Query'],
    overlayKeys: ['PutItem'],
    connections: ['PutItem'],
    quotas: ['UpdateItem'],
    rates: ['UpdateItem'],
    'socket:connections': ['PostToConnection', 'DeleteConnection'],
  },
  verifiesTokens: true,
})

export const closeConnection = socketRoute({
  id: 'closeConnection',
  routeKey: '$disconnect',
  summary: 'Forgets a connection that was closed',
  access: { connections: ['GetItem', 'DeleteItem'], overlays: ['UpdateItem', 'DeleteItem'] },
})

export const receiveMessage = socketRoute({
  id: 'receiveMessage',
  routeKey: '$default',
  summary: 'Takes the messages of overlays: resume and ack',
  access: {
    connections: ['GetItem'],
    recipients: ['GetItem'],
    overlays: ['GetItem', 'UpdateItem'],
    deliveries: ['Query'],
    alerts: ['Query', 'BatchGetItem'],
    configs: ['GetItem'],
    'leaders.bySum': ['Query'],
    endpointMessages: ['PutItem'],
    rates: ['UpdateItem'],
    'bucket:uploads': ['GetObject'],
    'socket:connections': ['PostToConnection', 'DeleteConnection'],
  },
})
