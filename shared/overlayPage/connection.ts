import type { ClientMessage } from '../realtime/clientMessages.ts'
import type { ServerMessage } from '../realtime/serverMessages.ts'
import { reconnectDelay } from './backoff.ts'
import type { Credentials } from './credentials.ts'

export type State = 'connecting' | 'online' | 'offline' | 'standby' | 'rejected' | 'revoked' | 'insecure'

interface Listeners {
  readonly opened: () => void
  readonly received: (message: ServerMessage) => void
  readonly changed: (state: State) => void
}

/** Between two signs of life; the gateway cuts a connection that is silent for ten minutes. */
const keepAliveMilliseconds = 4 * 60 * 1000
/** An answer that takes longer does not come any more. */
const answerMilliseconds = 15_000
/** Before a page whose overlay is connected elsewhere tries to take it back. */
const supersededMilliseconds = 60_000

/** A WebSocket that comes back: after a drop, after the two hours that a connection lives at most, after hours without a network. */
export class Connection {
  readonly #url: string
  readonly #credentials: Credentials
  readonly #listeners: Listeners
  #socket: WebSocket | undefined
  #isOpening = false
  #isRevoked = false
  #failures = 0
  #keepAlive: ReturnType<typeof setInterval> | undefined
  #awaited: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, credentials: Credentials, listeners: Listeners) {
    this.#url = url
    this.#credentials = credentials
    this.#listeners = listeners
  }

  /** Connects, unless it is connected or about to be, or its overlay was revoked. */
  async open(): Promise<void> {
    if (this.#isRevoked || this.#isOpening || this.#socket !== undefined) return
    this.#isOpening = true
    try {
      const query = await this.#credentials.query()
      if (query === 'revoked') this.#end()
      else this.#connect(query)
    } catch {
      this.#reopen()
    } finally {
      this.#isOpening = false
    }
  }

  #connect(query: string): void {
    const socket = new WebSocket(this.#url + query)
    this.#socket = socket
    this.#expectAnswer()
    socket.addEventListener('open', () => this.#opened())
    socket.addEventListener('message', ({ data }) => this.#received(JSON.parse(String(data)) as ServerMessage))
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#closed()
    })
  }

  /** Sends if there is a connection; what cannot be sent is made good by the next `resume`. */
  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(message))
    if (message.type === 'resume') this.#expectAnswer()
  }

  #opened(): void {
    this.#keepAlive = setInterval(() => this.#listeners.opened(), keepAliveMilliseconds)
    this.#listeners.opened()
  }

  #received(message: ServerMessage): void {
    if (message.type === 'welcome') {
      clearTimeout(this.#awaited)
      this.#failures = 0
      this.#credentials.welcomed()
      this.#listeners.changed('online')
    }
    if (message.type === 'error' && message.code === 'superseded') {
      this.#drop()
      this.#listeners.changed('standby')
      setTimeout(() => void this.open(), supersededMilliseconds)
      return
    }
    if (message.type === 'error' && message.code === 'revoked') {
      this.#end()
      return
    }
    this.#listeners.received(message)
  }

  /** There is nothing to come back to: no ticket and no connection will be given any more. */
  #end(): void {
    this.#isRevoked = true
    this.#drop()
    this.#listeners.changed('revoked')
  }

  #expectAnswer(): void {
    clearTimeout(this.#awaited)
    this.#awaited = setTimeout(() => {
      this.#drop()
      this.#reopen()
    }, answerMilliseconds)
  }

  #closed(): void {
    this.#drop()
    this.#reopen()
  }

  #drop(): void {
    clearInterval(this.#keepAlive)
    clearTimeout(this.#awaited)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #reopen(): void {
    const { isDoubtful } = this.#credentials
    this.#listeners.changed(isDoubtful ? 'rejected' : 'offline')
    setTimeout(() => void this.open(), reconnectDelay(this.#failures++, isDoubtful))
  }
}
