import type { DeliveryMessage, ServerMessage } from '../realtime/serverMessages.ts'

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
  /** What came before something that it follows: alerts and other deliveries overtake each other. */
  readonly #early = new Map<number, DeliveryMessage>()
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

  /** Whether there is more than the last answer held, which nobody has been asked for. */
  get needsResume(): boolean {
    return !this.#isResuming && this.#more
  }

  /** Whether something is missing that nobody has been asked for. It may be on its way. */
  get isMissing(): boolean {
    return !this.#isResuming && this.#early.size > 0
  }

  /** A `resume` is sent; answers to an earlier one may still come and are taken for what they are worth. */
  resuming(): void {
    this.#isResuming = true
    this.#more = false
    this.#through = undefined
  }

  welcome({ after, through, more }: Welcome): void {
    // The service may know of more that was shown than this page does.
    this.#last = Math.max(this.#last ?? 0, after)
    this.#through = through
    this.#more = more
    this.#takeEarly()
    this.#settle()
  }

  take(message: DeliveryMessage): void {
    this.#early.set(message.sequence, message)
    this.#takeEarly()
    this.#settle()
  }

  /** The next delivery to show. */
  next(): DeliveryMessage | undefined {
    return this.#queue.shift()
  }

  /** Takes what is next, and then what had come before it. Without a welcome it is not known what is new. */
  #takeEarly(): void {
    if (this.#last === undefined) return
    for (const message of [...this.#early.values()].toSorted((left, right) => left.sequence - right.sequence)) {
      if (message.sequence > this.#last) {
        if (message.after > this.#last) return
        this.#last = message.sequence
        this.#queue.push(message)
      }
      this.#early.delete(message.sequence)
    }
  }

  #settle(): void {
    if (this.#through !== undefined && (this.#last ?? 0) >= this.#through) this.#isResuming = false
  }
}
