import { backoffMs } from '../../backoffMs.ts'
import type { Chance } from '../../chance.ts'
import type { Credentials } from './credentials.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'

/**
 * - `online`: it gets deliveries;
 * - `offline`: it connects again soon;
 * - `standby`: another page listens under the same name, and this one waits;
 * - `rejected`: its first ticket seems to be used up, or the token for one is not accepted; it needs another one;
 * - `revoked`: the recipient has ended it, and it stays away.
 */
export type State = 'online' | 'offline' | 'standby' | 'rejected' | 'revoked'

interface Listeners {
  readonly opened: () => void
  readonly received: (message: ServerMessage) => void
  readonly changed: (state: State) => void
}

/** The time between two `resume` messages that keep the connection open; the gateway closes one that is silent for ten minutes. */
const keepAliveMs = 4 * 60 * 1000
/** After this time without an answer, the connection counts as broken. */
const answerMs = 15_000
/** The wait before a page whose overlay has a newer connection connects again. */
const supersededMs = 60_000
const firstReconnectMs = 1000
const longestReconnectMs = 30_000
/** The longest wait while the ticket seems to be invalid. */
const longestDoubtfulMs = 5 * 60_000

/** Milliseconds to wait after so many failed attempts. */
export const reconnectMs = (failures: number, isDoubtful: boolean, chance: Chance): number =>
  backoffMs(failures, firstReconnectMs, isDoubtful ? longestDoubtfulMs : longestReconnectMs, chance)

/** A WebSocket that reconnects: after an error, after the connection's two hours, after hours without a network. */
export class Connection {
  readonly #credentials: Credentials
  readonly #listeners: Listeners
  readonly #chance: Chance
  #socket: WebSocket | undefined
  #isOpening = false
  #isEnded = false
  #failures = 0
  #keepAlive: ReturnType<typeof setInterval> | undefined
  #awaited: ReturnType<typeof setTimeout> | undefined

  constructor(credentials: Credentials, listeners: Listeners, chance: Chance) {
    this.#credentials = credentials
    this.#listeners = listeners
    this.#chance = chance
  }

  /** Connects, unless it is connected or connecting, or has ended. */
  async open(): Promise<void> {
    if (this.#isEnded || this.#isOpening || this.#socket !== undefined) return
    this.#isOpening = true
    try {
      const address = await this.#credentials.address()
      if (this.#isEnded) return
      if (address === 'revoked') this.#revoked()
      else this.#connect(address)
    } catch {
      this.#reopen()
    } finally {
      this.#isOpening = false
    }
  }

  /** Ends the connection and all attempts. */
  close(): void {
    this.#isEnded = true
    this.#drop()
  }

  #connect(address: string): void {
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#expectAnswer()
    socket.addEventListener('open', () => this.#opened())
    socket.addEventListener('message', ({ data }) => this.#received(JSON.parse(String(data)) as ServerMessage))
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#closed()
    })
  }

  /** Sends a message if there is a connection. The next `resume` makes up for a message that was not sent. */
  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(message))
    if (message.type === 'resume') this.#expectAnswer()
  }

  #opened(): void {
    this.#keepAlive = setInterval(() => this.#listeners.opened(), keepAliveMs)
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
      setTimeout(() => void this.open(), supersededMs)
      return
    }
    if (message.type === 'error' && message.code === 'revoked') {
      this.#revoked()
      return
    }
    this.#listeners.received(message)
  }

  /** Ends all attempts, because the overlay was revoked and will get no more tickets and connections. */
  #revoked(): void {
    this.close()
    this.#listeners.changed('revoked')
  }

  #expectAnswer(): void {
    clearTimeout(this.#awaited)
    this.#awaited = setTimeout(() => {
      this.#drop()
      this.#reopen()
    }, answerMs)
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
    if (this.#isEnded) return
    const { isDoubtful } = this.#credentials
    this.#listeners.changed(isDoubtful ? 'rejected' : 'offline')
    setTimeout(() => void this.open(), reconnectMs(++this.#failures, isDoubtful, this.#chance))
  }
}
