import type {
  AlertMessage,
  ChangeMessage,
  GoalsMessage,
  LookMessage,
  ShowMessage,
  WelcomeMessage,
} from '../generated/events.ts'
import type { DeliveryMessage } from './messages.ts'
import { withChange } from './withChange.ts'

/** A message that takes effect before its turn: an alert by its goal. */
type Early = ChangeMessage | ShowMessage | GoalsMessage | LookMessage | AlertMessage

const isEarly = (message: DeliveryMessage): message is Early =>
  ['alert', 'change', 'show', 'goals', 'look'].includes(message.type)

/** How far a listener has come. */
export interface Progress {
  /** Every delivery up to this sequence was shown; undefined before the first one. */
  readonly shown: number | undefined
  /** Sequences behind it that were shown before their turn. */
  readonly ahead: readonly number[]
}

/**
 * Restores the order of deliveries: it takes messages in any order and any number of times, and gives each delivery
 * once, in order or as its caller chooses. It detects missing deliveries, which are requested by one `resume` at a
 * time.
 */
export class Feed {
  /** The sequence of the last delivery that was taken; undefined until the service has sent this overlay's position. */
  #last: number | undefined
  /** The last sequence of the answer to the present `resume`; undefined until its `welcome` arrives. */
  #through: number | undefined
  #more = false
  #isResuming = false
  /** Deliveries that arrived before their predecessors, by sequence: alerts and others may overtake each other. */
  readonly #early = new Map<number, DeliveryMessage>()
  #queue: readonly DeliveryMessage[] = []
  /** Those that are shown now. */
  #current: readonly DeliveryMessage[] = []
  #progress: Progress
  readonly #changed: (message: Early) => void

  /**
   * @param progress how far the listener has come before
   * @param changed is given each alert, and each change of an alert, of the show, of goals or of the look, when its
   * place in the order is certain, which is before its turn
   */
  constructor(
    progress: Progress = { shown: undefined, ahead: [] },
    changed: (message: Early) => void = () => undefined,
  ) {
    this.#last = progress.shown
    this.#progress = progress
    this.#changed = changed
  }

  /** The `after` of the next `resume`. */
  get after(): number | undefined {
    return this.#last
  }

  /** Whether the answer to a `resume` is incomplete. */
  get isResuming(): boolean {
    return this.#isResuming
  }

  /** Whether the last answer announced more deliveries that have not been requested. */
  get needsResume(): boolean {
    return !this.#isResuming && this.#more
  }

  /** Whether a delivery is missing that has not been requested. It may still arrive by itself. */
  get isMissing(): boolean {
    return !this.#isResuming && this.#early.size > 0
  }

  /** Deliveries that wait for their turn, the next one first. */
  get waiting(): readonly DeliveryMessage[] {
    return this.#queue
  }

  get progress(): Progress {
    return this.#progress
  }

  /** Notes that a `resume` is sent. Answers to an earlier one may still arrive and are used. */
  resuming(): void {
    this.#isResuming = true
    this.#through = undefined
  }

  welcome({ after, through, more, unknown }: Pick<WelcomeMessage, 'after' | 'through' | 'more' | 'unknown'>): void {
    // The recipient's data were erased, and sequences began again. A second answer that says so finds a place below.
    if (unknown !== undefined && unknown <= (this.#last ?? 0)) this.#forget()
    // The service may have a later acknowledgement than this page.
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

  /** Removes and returns the deliveries to show next, of those that wait: the first one, or those that are chosen. */
  next(
    choose = (waiting: readonly DeliveryMessage[]): readonly DeliveryMessage[] => waiting.slice(0, 1),
  ): readonly DeliveryMessage[] {
    this.#current = this.#queue.length === 0 ? [] : choose(this.#queue)
    this.#queue = this.#queue.filter((message) => !this.#current.includes(message))
    return this.#current
  }

  /** Removes and returns deliveries that are shown with the present ones. */
  join(more: readonly DeliveryMessage[]): readonly DeliveryMessage[] {
    this.#current = [...this.#current, ...more]
    this.#queue = this.#queue.filter((message) => !more.includes(message))
    return more
  }

  /** Notes that the deliveries of `next` were shown to their end. */
  finish(): void {
    const { shown, ahead } = this.#progress
    this.#progress = { shown, ahead: [...ahead, ...this.#current.map(({ sequence }) => sequence)] }
    this.#current = []
    this.#advance()
  }

  #forget(): void {
    this.#last = undefined
    this.#early.clear()
    this.#queue = []
    this.#current = []
    this.#progress = { ...this.#progress, ahead: [] }
  }

  /** What was shown before its turn counts as soon as nothing before it is left. */
  #advance(): void {
    const { ahead } = this.#progress
    const [first = Number.POSITIVE_INFINITY] = [...this.#current, ...this.#queue]
      .map(({ sequence }) => sequence)
      .toSorted((one, other) => one - other)
    const isPassed = (sequence: number): boolean => sequence < first && sequence <= (this.#last ?? 0)
    const passed = ahead.filter(isPassed)
    if (passed.length === 0) return
    const left = ahead.filter((sequence) => !isPassed(sequence))
    this.#progress = { shown: Math.max(...passed), ahead: left }
  }

  /** Takes early deliveries that follow the last one. Before the first `welcome`, the last one is unknown. */
  #takeEarly(): void {
    if (this.#last === undefined) return
    for (const message of [...this.#early.values()].toSorted((left, right) => left.sequence - right.sequence)) {
      if (message.sequence > this.#last) {
        if (message.after > this.#last) return
        this.#last = message.sequence
        this.#enqueue(message)
      }
      this.#early.delete(message.sequence)
    }
  }

  /** Puts a delivery behind those that wait. A change takes effect on them at once. */
  #enqueue(message: DeliveryMessage): void {
    const waiting = message.type === 'change' ? this.#queue.map((other) => withChange(other, message)) : this.#queue
    this.#queue = this.#progress.ahead.includes(message.sequence) ? waiting : [...waiting, message]
    if (isEarly(message)) this.#changed(message)
  }

  #settle(): void {
    this.#advance()
    if (this.#through !== undefined && (this.#last ?? 0) >= this.#through) this.#isResuming = false
  }
}
