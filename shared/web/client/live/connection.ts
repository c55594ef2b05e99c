import { backoffMs } from '../../../runtime/backoffMs.ts'
import type { Chance } from '../../../runtime/chance.ts'
import type { ListenerCredentials } from './credentials.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'

/**
 * - `online`: it gets deliveries;
 * - `offline`: it connects again soon;
 * - `standby`: another page listens under the same name; this one waits, and asks for its place from time to time;
 * - `rejected`: its first ticket seems to be used up, or the token for one is not accepted; it needs another one;
 * - `revoked`: the recipient has ended it, and it stays away.
 */
export type State = 'online' | 'offline' | 'standby' | 'rejected' | 'revoked'

interface Listeners {
  readonly opened: () => void
  readonly received: (message: ServerMessage) => void
  readonly changed: (state: State) => void
}

/**
 * The time between two signs of life. The gateway closes a connection that is silent for ten minutes, and a browser may
 * delay the timers of a hidden page by one minute.
 */
export const keepAliveMs = 8.75 * 60_000
/** One in this many signs of life is a `resume` (once in half an hour); others are a `ping`, which runs no function. */
export const resumeEvery = 3
/** After this time without an answer, the connection counts as broken. */
export const answerMs = 15_000
/** The wait before a page in standby asks again whether its overlay is free. */
export const askAgainMs = 5 * 60_000
/** The close code of connections that the service ended; silent and old ones get another code. */
const endedByService = 1000
export const firstReconnectMs = 1000
export const longestReconnectMs = 30_000
/** The longest wait while the ticket seems to be invalid. */
const longestDoubtfulMs = 5 * 60_000

const ping: ClientMessage = { version: 1, type: 'ping' }

/** Milliseconds to wait after a number of failed attempts. */
export const reconnectMs = (failures: number, isDoubtful: boolean, chance: Chance): number =>
  backoffMs(failures, firstReconnectMs, isDoubtful ? longestDoubtfulMs : longestReconnectMs, chance)

/** A WebSocket that reconnects: after an error, after the connection's two hours, after hours without a network. */
export class Connection {
  readonly #credentials: ListenerCredentials
  readonly #listeners: Listeners
  readonly #chance: Chance
  #socket: WebSocket | undefined
  #isOpening = false
  #isEnded = false
  #failures = 0
  /** Whether another page has taken over, which this one may replace only when it is gone. */
  #isSuperseded = false
  #signs = 0
  #keepAlive: ReturnType<typeof setInterval> | undefined
  #next: ReturnType<typeof setTimeout> | undefined
  #awaited: ReturnType<typeof setTimeout> | undefined

  constructor(credentials: ListenerCredentials, listeners: Listeners, chance: Chance) {
    this.#credentials = credentials
    this.#listeners = listeners
    this.#chance = chance
  }

  /** Connects, unless connecting or ended. Standby asks first; an open connection resumes, to find a dead one. */
  async open(): Promise<void> {
    if (this.#isEnded || this.#isOpening) return
    if (this.#socket !== undefined) {
      if (this.#socket.readyState === WebSocket.OPEN) this.#listeners.opened()
      return
    }
    this.#isOpening = true
    try {
      const address = await this.#credentials.address(this.#isSuperseded)
      if (this.#isEnded) return
      if (address === 'revoked') this.#revoked()
      else if (address === 'taken') this.#standBy()
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
    clearTimeout(this.#next)
    this.#drop()
  }

  #connect(address: string): void {
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#isSuperseded = false
    this.#expectAnswer()
    socket.addEventListener('open', () => this.#opened())
    socket.addEventListener('message', ({ data }) => {
      // A socket that was given up may still bring that it was superseded, by this page itself.
      if (this.#socket === socket) this.#received(JSON.parse(String(data)) as ServerMessage)
    })
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#closed(code)
    })
  }

  /** Sends a message if there is a connection. The next `resume` makes up for a message that was not sent. */
  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(message))
    if (message.type !== 'ack') this.#expectAnswer()
  }

  #opened(): void {
    this.#signs = 0
    this.#keepAlive = setInterval(() => this.#giveSign(), keepAliveMs)
    this.#listeners.opened()
  }

  #giveSign(): void {
    this.#signs += 1
    if (this.#signs % resumeEvery === 0) this.#listeners.opened()
    else this.send(ping)
  }

  #received(message: ServerMessage): void {
    clearTimeout(this.#awaited)
    if (message.type === 'welcome') {
      this.#failures = 0
      this.#credentials.welcomed()
      this.#listeners.changed('online')
    }
    if (message.type === 'error' && message.code === 'superseded') {
      this.#standBy()
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

  #closed(code: number): void {
    this.#drop()
    // The message that says why may have been lost; who took over is not taken over from.
    if (code === endedByService) this.#isSuperseded = true
    this.#reopen()
  }

  /** Leaves the overlay to the page that has taken over. */
  #standBy(): void {
    this.#drop()
    this.#isSuperseded = true
    this.#listeners.changed('standby')
    this.#openAfter(askAgainMs)
  }

  #openAfter(milliseconds: number): void {
    clearTimeout(this.#next)
    this.#next = setTimeout(() => void this.open(), milliseconds)
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
    this.#openAfter(reconnectMs(++this.#failures, isDoubtful, this.#chance))
  }
}
