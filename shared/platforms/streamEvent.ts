/** What a platform, or a bot in its place, tells of a channel. Times are sortable (nanoseconds in full). */
export type ChannelEvent =
  | { readonly kind: 'started'; readonly sessionId: string; readonly at: string }
  /** Some platforms do not say which stream has ended. */
  | { readonly kind: 'ended'; readonly sessionId?: string | undefined; readonly at: string }
  /** Anything else that announcers wait for, by its own name. */
  | { readonly kind: 'other'; readonly trigger: string; readonly sessionId: string }

/** Milliseconds after which an event that nobody took up is looked at. */
export const eventSafetyDelay = 2 * 60_000

/** How far the announcing of an event has come: the last announcer, and the last announcement of the stream that is over. */
export interface EventProgress {
  readonly announcedTo?: string
  readonly isAnnounced?: boolean
  readonly endedTo?: string
  readonly isEnded?: boolean
}

/** An event that had an effect, as it is stored for the worker that announces it. */
export interface StreamEvent {
  /** Identifies the message among those of all platforms. */
  readonly id: string
  readonly recipientId: string
  readonly channel: string
  /** What announcers wait for, and the stream that it is about. */
  readonly trigger: string
  readonly sessionId: string
  /** Tells events of one trigger within a stream apart; empty where there is but one. */
  readonly eventId: string
  /** The stream that is over now: its messages are deleted. */
  readonly endedSessionId?: string | undefined
  /** Epoch milliseconds. */
  readonly takenAt: number
  /** `queued`: its record in the stream is its turn; `parked`: the schedule queues it when it is due. */
  readonly state: 'queued' | 'parked' | 'done'
  /** ISO 8601; absent when all is done. */
  readonly dueAt?: string
  readonly dueShard?: string
  readonly progress?: EventProgress
  /** Epoch second. */
  readonly expiresAt: number
}
