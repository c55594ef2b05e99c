import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ClientMessage } from '../../shared/areas/realtime/clientMessages.ts'
import { ServerMessage } from '../../shared/areas/realtime/serverMessages.ts'

/** A program that listens at the WebSocket API. Every message that it gets is checked against the published schema. */
export interface SocketClient {
  /** The messages that have come and were not read yet, the oldest first. */
  readonly inbox: ServerMessage[]
  send(message: ClientMessage | string): void
  /** Resolves to the next message when it comes. */
  next(): Promise<ServerMessage>
  /** Resolves to the next messages up to one of the type. */
  until(type: ServerMessage['type']): Promise<ServerMessage[]>
  /** Resolves to the close code. */
  readonly closed: Promise<number>
  close(): Promise<void>
}

const patience = 120_000

const version = 1 as const
export const resume = (after?: number): ClientMessage => ({
  version,
  type: 'resume',
  ...(after !== undefined && { after }),
})
export const ack = (sequence: number): ClientMessage => ({ version, type: 'ack', sequence })

/** Connects, or resolves to the status of the refusal. */
export const connectTo = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SocketClient | number> => {
  const socket = new WebSocket(url, { headers })
  const inbox: ServerMessage[] = []
  const arrived = new EventTarget()
  socket.on('message', (data) => {
    // A deployment's links to uploads are https; the local API has no certificate.
    ServerMessage.parse(JSON.parse(String(data).replaceAll('"http://127.0.0.1:', '"https://127.0.0.1:')))
    inbox.push(JSON.parse(String(data)) as ServerMessage)
    arrived.dispatchEvent(new Event('message'))
  })
  const closing = Promise.withResolvers<number>()
  const opening = Promise.withResolvers<number | undefined>()
  socket.on('close', (code) => closing.resolve(code))
  socket.on('open', () => opening.resolve(undefined))
  socket.on('unexpected-response', (_request, response) => opening.resolve(response.statusCode ?? 0))
  socket.on('error', (error) => opening.reject(error))
  const closed = closing.promise
  const status = await opening.promise
  if (status !== undefined) return status

  const next = async (): Promise<ServerMessage> => {
    const deadline = AbortSignal.timeout(patience)
    while (inbox.length === 0) {
      await once(arrived, 'message', { signal: deadline })
    }
    return inbox.shift() as ServerMessage
  }
  return {
    inbox,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next,
    until: async (type) => {
      const messages = [await next()]
      while (messages.at(-1)?.type !== type) messages.push(await next())
      return messages
    },
    closed,
    close: async () => {
      socket.close()
      await closed
    },
  }
}

/** Connects, and fails if the connection is refused. */
export const clientOf = async (url: string, headers?: Readonly<Record<string, string>>): Promise<SocketClient> => {
  const client = await connectTo(url, headers)
  if (typeof client === 'number') throw new Error(`the connection was refused: ${client}`)
  return client
}
