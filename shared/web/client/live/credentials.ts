import type { Progress } from './feed.ts'
import { newKey, sha256 } from './newKey.ts'

/** The credentials of one connection. */
export interface Ticket {
  readonly ticket: string
  readonly webSocketUrl: string
}

/** Where tickets come from. */
export interface Tickets {
  /** The first ticket of a listener. */
  first(): Promise<Ticket>
  /**
   * A ticket for a key; undefined when the service does not know the key, `taken` when another page is connected by it.
   * Rejects when the service cannot be reached.
   *
   * @param ifFree whether there is to be no ticket while another page is connected
   */
  renewed(key: string, ifFree: boolean): Promise<Ticket | 'taken' | undefined>
  /** Whether `first` gives a new ticket each time, so that a listener without its key can begin anew. */
  readonly isEndless: boolean
}

/** The part of a browser's storage that is used. */
export type ListenerStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The listener's state that survives a reload. */
interface Memory {
  /** The key with which it gets its tickets; the service stores only its hash. */
  readonly key: string
  /** Whether the service has accepted the key. */
  readonly isKnown: boolean
  /** Every delivery up to this sequence was shown to the end. */
  readonly shown?: number
  /** Sequences behind it that were shown before their turn; absent where there are none. */
  readonly ahead?: readonly number[]
}

/** What a connection needs of its listener. */
export interface ListenerCredentials {
  /** The deliveries that were shown to the end. */
  progress: Progress
  /** Whether the only first ticket seems to be unusable. */
  readonly isDoubtful: boolean
  /** Whether what it has shown is acknowledged. */
  readonly acknowledges: boolean
  /** Notes that the service has accepted this listener's connection. */
  welcomed(): void
  /** The address of the next connection, as of `Credentials`. */
  address(ifFree?: boolean): Promise<string | 'revoked' | 'taken'>
}

/** After more attempts the first ticket seems invalid: browsers do not distinguish refused and failed connections. */
const patience = 2

/**
 * A listener's key and progress, stored under a key of its own, so that every such key is a separate listener. Without
 * storage (a private window), a reload begins with a first ticket again.
 */
export class Credentials implements ListenerCredentials {
  readonly acknowledges: boolean = true
  readonly #tickets: Tickets
  readonly #storageKey: string
  readonly #storage: () => ListenerStorage
  #memory: Memory
  #progress: Progress
  #isFresh: boolean
  /** Whether the service has accepted the key since the page was loaded. */
  #isWelcome = false
  #refusals = 0

  constructor(storageKey: string, tickets: Tickets, storage = (): ListenerStorage => localStorage) {
    this.#tickets = tickets
    this.#storageKey = storageKey
    this.#storage = storage
    const kept = this.#kept()
    this.#isFresh = kept === undefined
    this.#memory = kept ?? { key: newKey(), isKnown: false }
    this.#progress = { shown: this.#memory.shown, ahead: this.#memory.ahead ?? [] }
    // The key is stored before its first use, so that a page that is closed while it connects finds it again.
    this.#keep()
  }

  get progress(): Progress {
    return this.#progress
  }

  set progress(progress: Progress) {
    const { shown, ahead } = progress
    const { ahead: _, ...memory } = this.#memory
    this.#progress = progress
    this.#memory = { ...memory, ...(shown !== undefined && { shown }), ...(ahead.length > 0 && { ahead }) }
    this.#keep()
  }

  /** Whether the only first ticket seems to be unusable: it is used up, and the key is unknown. */
  get isDoubtful(): boolean {
    return !this.#tickets.isEndless && this.#refusals > patience
  }

  /** Notes that the service has accepted this listener's connection. */
  welcomed(): void {
    this.#refusals = 0
    this.#isWelcome = true
    if (this.#memory.isKnown) return
    this.#memory = { ...this.#memory, isKnown: true }
    this.#keep()
  }

  /**
   * The address of the next connection; `revoked` when the service no longer accepts the key, `taken` when another page
   * is connected and this one takes only a free place. Rejects when the service cannot be reached.
   */
  async address(ifFree = false): Promise<string | 'revoked' | 'taken'> {
    const renewed = this.#isFresh ? undefined : await this.#tickets.renewed(this.#memory.key, ifFree)
    if (renewed === 'taken') return 'taken'
    if (renewed !== undefined) {
      this.#isFresh = false
      return `${renewed.webSocketUrl}?ticket=${renewed.ticket}`
    }
    if (this.#memory.isKnown && !this.#beginAnew()) return 'revoked'
    const { ticket, webSocketUrl } = await this.#tickets.first()
    this.#isFresh = false
    this.#refusals += 1
    return `${webSocketUrl}?ticket=${ticket}&key=${await sha256(this.#memory.key)}`
  }

  /** Gives a listener that was away until its key was forgotten another one, and keeps its progress. */
  #beginAnew(): boolean {
    if (!this.#tickets.isEndless || this.#isWelcome) return false
    this.#memory = { ...this.#memory, key: newKey(), isKnown: false }
    this.#keep()
    return true
  }

  #kept(): Memory | undefined {
    try {
      return (JSON.parse(this.#storage().getItem(this.#storageKey) ?? 'null') as Memory | null) ?? undefined
    } catch {
      return undefined
    }
  }

  #keep(): void {
    try {
      this.#storage().setItem(this.#storageKey, JSON.stringify(this.#memory))
    } catch {
      // Without storage the listener works until its page is closed.
    }
  }
}
