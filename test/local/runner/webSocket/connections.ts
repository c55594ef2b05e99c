import { once } from 'node:events'
import type { WebSocket } from 'ws'
import { closeCodes, type WebSocketLimits } from './limits.ts'
import type { SocketOrigin } from './socketEvents.ts'

/** How long a client may take to answer a close frame. */
const goodbyeMilliseconds = 1000

/** The open connections. Each is closed when it was idle, or open, for too long. */
export class Connections {
  readonly #open = new Map<string, OpenConnection>()
  readonly #limits: WebSocketLimits
  readonly #now: () => number

  constructor(limits: WebSocketLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  find(connectionId: string): OpenConnection | undefined {
    return this.#open.get(connectionId)
  }

  add(origin: SocketOrigin, socket: WebSocket): OpenConnection {
    const connection = new OpenConnection(origin, socket, this.#limits, this.#now)
    this.#open.set(origin.connectionId, connection)
    socket.once('close', () => {
      connection.ended()
      this.#open.delete(origin.connectionId)
    })
    return connection
  }

  /** Closes all connections, and cuts those whose client does not answer in time. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((connection) => connection.leave()))
  }
}

/** An open connection. */
export class OpenConnection {
  readonly origin: SocketOrigin
  readonly #socket: WebSocket
  readonly #now: () => number
  readonly #idle: NodeJS.Timeout
  readonly #end: NodeJS.Timeout
  /** Milliseconds since the epoch: the last message in either direction. */
  lastActiveAt: number

  constructor(origin: SocketOrigin, socket: WebSocket, limits: WebSocketLimits, now: () => number) {
    this.origin = origin
    this.#socket = socket
    this.#now = now
    this.lastActiveAt = now()
    const goAway = () => this.close(closeCodes.goingAway)
    this.#idle = setTimeout(goAway, limits.idleMilliseconds).unref()
    this.#end = setTimeout(goAway, limits.connectionMilliseconds).unref()
    for (const activity of ['message', 'ping', 'pong'] as const) socket.on(activity, () => this.#active())
  }

  /** Resolves when the message has been handed to the socket. */
  send(data: Buffer | string): Promise<void> {
    this.#active()
    // API Gateway sends every message as a text.
    return new Promise((resolve, reject) =>
      this.#socket.send(data.toString(), (error) => (error ? reject(error) : resolve())),
    )
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  async leave(): Promise<void> {
    const closed = once(this.#socket, 'close')
    this.close(closeCodes.goingAway)
    const impatience = setTimeout(() => this.#socket.terminate(), goodbyeMilliseconds)
    await closed
    clearTimeout(impatience)
  }

  ended(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#end)
  }

  #active(): void {
    this.lastActiveAt = this.#now()
    this.#idle.refresh()
  }
}
