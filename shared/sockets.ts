import { closeConnection, openConnection, receiveMessage, type SocketRoute } from './areas/realtime/contract.ts'

export const socketRoutes: readonly SocketRoute[] = [openConnection, closeConnection, receiveMessage]
