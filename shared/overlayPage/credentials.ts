import type { Settings } from './settings.ts'

/** The page's state that survives a reload. */
interface Memory {
  /** The key with which the page gets its tickets; the service stores only its hash. */
  readonly key: string
  /** Whether the service has accepted the key. */
  readonly isKnown: boolean
  /** The sequence of the last delivery that was shown to the end. */
  readonly shown?: number
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const sha256 = async (text: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

const unauthorized = 401
/** After more than this many attempts, the first ticket seems to be invalid. Browsers do not distinguish a refused connection from a failed one. */
const patience = 2

/**
 * The page's key and progress, stored under its first ticket, so that every address is a separate overlay. Without storage
 * (a private window), a reload needs a new address.
 */
export class Credentials {
  readonly #ticket: string
  readonly #place: string
  #memory: Memory
  #isFresh: boolean
  #refusals = 0

  constructor({ ticket }: Settings) {
    this.#ticket = ticket
    this.#place = `overlay:${ticket}`
    const kept = this.#kept()
    this.#isFresh = kept === undefined
    this.#memory = kept ?? { key: base64Url(crypto.getRandomValues(new Uint8Array(32))), isKnown: false }
    // The key is stored before its first use, so that a page that is closed while it connects finds it again.
    this.#keep()
  }

  get shown(): number | undefined {
    return this.#memory.shown
  }

  set shown(sequence: number) {
    this.#memory = { ...this.#memory, shown: sequence }
    this.#keep()
  }

  /** Whether this address seems to be unusable: its ticket is used up, and the key is unknown. */
  get isDoubtful(): boolean {
    return this.#refusals > patience
  }

  /** Notes that the service has accepted this page's connection. */
  welcomed(): void {
    this.#refusals = 0
    if (this.#memory.isKnown) return
    this.#memory = { ...this.#memory, isKnown: true }
    this.#keep()
  }

  /**
   * The query for the next connection; `revoked` when the service no longer accepts the key. Rejects when the
   * service cannot be reached.
   */
  async query(): Promise<string> {
    const renewed = this.#isFresh ? undefined : await this.#renewed()
    this.#isFresh = false
    if (renewed !== undefined) return `?ticket=${renewed}`
    if (this.#memory.isKnown) return 'revoked'
    this.#refusals += 1
    return `?ticket=${this.#ticket}&key=${await sha256(this.#memory.key)}`
  }

  /** Gets a ticket with the key; undefined when the key is unknown. */
  async #renewed(): Promise<string | undefined> {
    const response = await fetch('overlays/commands/renew-ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: this.#memory.key }),
    })
    if (response.status === unauthorized) return undefined
    if (!response.ok) throw new Error(`no ticket: ${response.status}`)
    const { ticket } = (await response.json()) as { ticket: string }
    return ticket
  }

  #kept(): Memory | undefined {
    try {
      return (JSON.parse(localStorage.getItem(this.#place) ?? 'null') as Memory | null) ?? undefined
    } catch {
      return undefined
    }
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#place, JSON.stringify(this.#memory))
    } catch {
      // Without storage the page works until it is closed.
    }
  }
}
