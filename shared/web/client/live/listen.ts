import { systemChance } from '../../../runtime/chance.ts'
import type { ChangeMessage, Goal, Goals, OverlayLook, Show, WelcomeMessage } from '../generated/events.ts'
import { Connection, reconnectMs, type State } from './connection.ts'
import type { ListenerCredentials } from './credentials.ts'
import { Feed } from './feed.ts'
import { type DeliveryMessage, isKnown, type ServerMessage } from './messages.ts'
import { withChange } from './withChange.ts'

const version = 1

/** The wait before announced deliveries that did not arrive are requested again. */
export const patienceMs = 15_000
/** The wait before a delivery that was overtaken by a later one counts as missing. */
export const overtakingMs = 500

export interface Listening {
  /** Connects at once if it waits, such as when the network is back; in standby it asks whether it may. */
  open(): void
  /** Ends the connection and all attempts. Unacknowledged deliveries come again to the next listener of this name. */
  close(): void
}

export interface ListeningOptions {
  /**
   * Shows a delivery. It is acknowledged when the promise is fulfilled, and the next one is shown then. One whose
   * promise is rejected is shown again after a while, because nothing else would show it. An alert comes as it is by
   * then: one that was deleted while it waited is `hidden`. Deliveries of types that this client does not know are not
   * given.
   */
  readonly show: (message: DeliveryMessage) => unknown
  /** Receives the deliveries that wait for their turn, whenever there are others, and not those yet to be requested. */
  readonly waiting?: (messages: readonly DeliveryMessage[]) => void
  /** Receives each change before its turn, for the alert on the screen: waiting alerts have changed already. */
  readonly corrected?: (message: ChangeMessage) => void
  /**
   * Receives the state of the show before its turn, at each of its changes and with each answer to `resume`; undefined
   * when it was never controlled, or its recipient's data were erased. Whether to pause, to mute and to leave out
   * deliveries is up to `show`.
   */
  readonly controlled?: (show: Show | undefined) => void
  /** Receives the goals, at each of their changes and with each answer to `resume`; empty without one. */
  readonly goals?: (goals: readonly Goal[]) => void
  /** Receives the look of overlays whenever the recipient has saved another one. */
  readonly looked?: (look: OverlayLook) => void
  readonly changed?: (state: State) => void
  /** Is given the answer to each `resume`, with the look that the recipient has configured. */
  readonly welcomed?: (message: WelcomeMessage) => void
  /** Receives the failure of `show`. */
  readonly failed?: (reason: unknown) => void
}

/** How a page shows deliveries in another order than that of their sequences, or several at once. */
export interface ArrangedOptions extends Omit<ListeningOptions, 'show'> {
  /** Shows a delivery, with others that `next` has chosen with it, as `show` of `ListeningOptions` does. */
  readonly show: (message: DeliveryMessage, others: readonly DeliveryMessage[]) => unknown
  /** Chooses the deliveries to show next among those that wait, of which there is one; by default the first one. */
  readonly next?: (waiting: readonly DeliveryMessage[]) => readonly DeliveryMessage[]
  /** Chooses those among the waiting ones that are shown with the present one from now on. */
  readonly joining?: (waiting: readonly DeliveryMessage[]) => readonly DeliveryMessage[]
}

/** With more deliveries that were shown before their turn, the first one in order is next. */
const mostAhead = 50

/** The goals with one of a currency as it is now. */
const withGoal = (goals: readonly Goal[], goal: Goal): Goal[] =>
  goals.some(({ target }) => target.currency === goal.target.currency)
    ? goals.map((other) => (other.target.currency === goal.target.currency ? goal : other))
    : [...goals, goal]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Shows every delivery once: connects, resumes after the last one, fills gaps, and acknowledges what has no unshown one
 * before it. Without `next` the order is that of the sequences.
 */
export const listen = (
  credentials: ListenerCredentials,
  options: ArrangedOptions,
  chance = systemChance,
): Listening => {
  const { show, changed = () => undefined, welcomed = () => undefined, failed = console.error } = options
  let current: readonly DeliveryMessage[] = []
  let state: Show | undefined
  /** Of two states the one with the higher sequence holds. */
  const control = (next: Show | undefined): void => {
    if (next !== undefined && next.sequence < (state?.sequence ?? 0)) return
    state = next
    options.controlled?.(next)
  }
  let goals: Goals | undefined
  /** As with the show, the higher sequence holds; the goal of an alert replaces that of its currency. */
  const count = (next: Goals | undefined): void => {
    if (next !== undefined && next.sequence < (goals?.sequence ?? 0)) return
    goals = next
    options.goals?.(next?.goals ?? [])
  }
  const feed = new Feed(credentials.progress, (message) => {
    if (message.type === 'goals') {
      count(message.goals)
      return
    }
    if (message.type === 'alert') {
      const { goal, sequence } = message
      if (goal !== undefined) count({ goals: withGoal(goals?.goals ?? [], goal), sequence })
      return
    }
    if (message.type === 'show') {
      control(message.show)
      return
    }
    if (message.type === 'look') {
      options.looked?.(message.look)
      return
    }
    current = current.map((each) => withChange(each, message))
    options.corrected?.(message)
  })
  let isShowing = false
  let isClosed = false
  let overtaken: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined

  const acknowledge = (): void => {
    const { acknowledges } = credentials
    const { shown } = credentials.progress
    if (acknowledges && shown !== undefined) connection.send({ version, type: 'ack', sequence: shown })
  }

  const resumeAfter = (milliseconds: number): void => {
    clearTimeout(overdue)
    overdue = setTimeout(() => feed.isResuming && resume(), milliseconds)
  }

  const resume = (): void => {
    resumeAfter(patienceMs)
    feed.resuming()
    connection.send({ version, type: 'resume', ...(feed.after !== undefined && { after: feed.after }) })
  }

  const askForMissing = (): void => {
    overtaken = undefined
    if (feed.isMissing) resume()
  }

  const keepProgress = (): void => {
    const { shown } = credentials.progress
    if (feed.progress === credentials.progress) return
    credentials.progress = feed.progress
    if (feed.progress.shown !== shown) acknowledge()
  }

  const next = () => feed.next(feed.progress.ahead.length < mostAhead ? options.next : undefined)

  const showToTheEnd = async (messages: readonly DeliveryMessage[]): Promise<void> => {
    current = messages
    for (let failures = 1; !isClosed && messages.every(isKnown); failures++) {
      try {
        const [message, ...others] = current
        if (message !== undefined) await show(message, others)
        return
      } catch (reason) {
        failed(reason)
        await pause(reconnectMs(failures, false, chance))
      }
    }
  }

  /** Shows waiting deliveries, and acknowledges each at its end, so that an interrupted one is shown again. */
  const showAll = async (): Promise<void> => {
    if (isShowing) return
    isShowing = true
    for (let messages = next(); messages.length > 0; messages = next()) {
      options.waiting?.(feed.waiting)
      await showToTheEnd(messages)
      if (isClosed) return
      feed.finish()
      keepProgress()
    }
    isShowing = false
  }

  const received = (message: ServerMessage): void => {
    if (message.type === 'welcome') {
      welcomed(message)
      if (message.unknown !== undefined) {
        state = undefined
        goals = undefined
      }
      if (message.show !== undefined || state === undefined) control(message.show)
      if (message.goals !== undefined || goals === undefined) count(message.goals)
      feed.welcome(message)
    }
    if ('sequence' in message) feed.take(message)
    if (message.type === 'error' && message.code === 'rate_limited')
      resumeAfter((message.retryAfter ?? 0) * 1000 + patienceMs * chance())
    if (message.type === 'missed' || feed.needsResume) resume()
    else if (feed.isMissing && overtaken === undefined) overtaken = setTimeout(askForMissing, overtakingMs)
    keepProgress()
    if (isShowing) {
      current = [...current, ...feed.join(options.joining?.(feed.waiting) ?? [])]
      options.waiting?.(feed.waiting)
    }
    void showAll()
  }

  const opened = (): void => {
    acknowledge()
    resume()
  }
  const connection = new Connection(credentials, { opened, received, changed }, chance)
  return {
    open: () => void connection.open(),
    close: () => {
      isClosed = true
      clearTimeout(overtaken)
      clearTimeout(overdue)
      connection.close()
    },
  }
}
