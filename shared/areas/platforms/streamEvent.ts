/**
 * A report of a platform, or of a bot, about a channel, and the time at which it was sent: `sentAt` orders reports
 * about one stream. Times are sortable (with nine digits of nanoseconds).
 */
export type ChannelEvent =
  | { readonly kind: 'started'; readonly sessionId: string; readonly at: string; readonly sentAt: string }
  /** Some platforms do not identify the stream that has ended, or only by the time of its start. */
  | {
      readonly kind: 'ended'
      readonly sessionId?: string | undefined
      readonly at: string
      readonly startedAt?: string
      readonly sentAt: string
    }
  /** Anything else that announcers wait for, by its own name. */
  | { readonly kind: 'other'; readonly trigger: string; readonly sessionId: string }

/** An event that no worker took up within this time is due for the schedule. */
export const eventSafetyDelayMs = 2 * 60_000

/** The progress of announcing an event: the last announcer, and the last announcement of the stream that is over. */
export interface EventProgress {
  readonly announcedTo?: string
  readonly isAnnounced?: boolean
  readonly endedTo?: string
  readonly isEnded?: boolean
}

/** An event with an effect, which is stored for the worker that announces it. */
export interface StreamEvent {
  /** Identifies the message among those of all platforms. */
  readonly id: string
  readonly recipientId: string
  readonly channel: string
  /** The trigger for which announcers wait, and the stream of the event. */
  readonly trigger: string
  readonly sessionId: string
  /** Distinguishes events of one trigger within a stream; empty if there can be only one. */
  readonly eventId: string
  /** The stream that is over now: its messages are deleted. */
  readonly endedSessionId?: string | undefined
  /** An end that a start of the same stream takes back until it is final. Versions before 1.1 did not store it. */
  readonly isTentative?: true
  /** A start that brings back a stream whose end was final: its messages are posted once more. */
  readonly isResumed?: true
  /** The event of the end of the stream before, which this start makes final. */
  readonly supersededEnd?: string
  /** Epoch milliseconds. */
  readonly takenAt: number
  /** `queued`: the worker gets it by the table's stream; `parked`: the schedule queues it when it is due. */
  readonly state: 'queued' | 'parked' | 'done'
  /** ISO 8601; absent when the event is done. */
  readonly dueAt?: string
  readonly dueShard?: string
  readonly progress?: EventProgress
  /** Epoch second. */
  readonly expiresAt: number
}
