import { closeConnection, openConnection, receiveMessage, type SocketRoute } from './realtime/contract.ts'

/** The registry of the WebSocket API's routes. */
export const socketRoutes: readonly SocketRoute[] = [openConnection, closeConnection, receiveMessage]
