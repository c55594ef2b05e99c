import type { DeliveryMessage, ServerMessage } from '../../realtime/serverMessages.ts'

type Welcome = Extract<ServerMessage, { readonly type: 'welcome' }>

/**
 * The order of things: takes what arrives, in whatever order and however often, and gives each delivery once, in its order. It knows
 * when something is missing, which is then asked for by one `resume` at a time.
 */
export class Feed {
  /** The last delivery that was taken; undefined until the service has told where this overlay stands. */
  #last: number | undefined
  /** Where the answer to the `resume` under way ends; undefined while its `welcome` is awaited. */
  #through: number | undefined
  #more = false
  #isResuming = false
  #isMissing = false
  readonly #queue: DeliveryMessage[] = []

  /** @param last the last delivery that was shown before, if any */
  constructor(last?: number) {
    this.#last = last
  }

  /** What to ask `resume` for. */
  get after(): number | undefined {
    return this.#last
  }

  /** Whether an answer to `resume` has not come to its end. */
  get isResuming(): boolean {
    return this.#isResuming
  }

  /** Whether something is missing that nobody has been asked for. */
  get needsResume(): boolean {
    return !this.#isResuming && (this.#isMissing || this.#more)
  }

  /** A `resume` is sent; answers to an earlier one may still come and are taken for what they are worth. */
  resuming(): void {
    this.#isResuming = true
    this.#isMissing = false
    this.#more = false
    this.#through = undefined
  }

  welcome({ after, through, more }: Welcome): void {
    // The service may know of more that was shown than this page does.
    this.#last = Math.max(this.#last ?? 0, after)
    this.#through = through
    this.#more = more
    this.#settle()
  }

  take(message: DeliveryMessage): void {
    // Without a welcome it is not known what is new; its deliveries follow it.
    if (this.#last === undefined || message.sequence <= this.#last) return
    if (message.after > this.#last) {
      this.#isMissing = true
      return
    }
    this.#last = message.sequence
    this.#queue.push(message)
    this.#settle()
  }

  /** The next delivery to show. */
  next(): DeliveryMessage | undefined {
    return this.#queue.shift()
  }

  #settle(): void {
    if (this.#through !== undefined && (this.#last ?? 0) >= this.#through) this.#isResuming = false
  }
}
