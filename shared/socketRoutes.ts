import { closeConnection, openConnection, receiveMessage, type SocketRoute } from './realtime/contract.ts'

export const socketRoutes: readonly SocketRoute[] = [openConnection, closeConnection, receiveMessage]
