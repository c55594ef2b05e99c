import type { MessengerName } from './messengerBot.ts'

/** A queue for one message in an interval: of a bot, of a bot in one chat, or of all messages of one recipient. */
export interface Lane {
  readonly name: string
  /** Milliseconds. */
  readonly interval: number
  /** Turns are given at most this many milliseconds ahead. */
  readonly horizon: number
}

/** The exclusive time at which a message may be sent, or the time at which to ask again, in epoch milliseconds. */
export interface Turn {
  readonly at: number
  readonly isReserved: boolean
}

/** Gives turns. */
export interface Pace {
  /** The turn of the next message through all of the lanes, or the time at which the first full lane has room. */
  reserve(lanes: readonly Lane[], now: number): Promise<Turn>
}

/**
 * Milliseconds between two messages of a bot. Both messengers accept 30 a second: a third is for messages that are sent at once, the rest for those that had
 * to wait, which a single worker sends.
 */
export const botIntervals = { atOnce: 100, later: 55 } as const

/** Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative. */
const chatInterval = 1000
const groupInterval = 3000

/** Milliseconds for which a message waits for its turn with a bot; one that would wait longer is postponed. */
export const longestWait = 2000
/** Milliseconds after which a message for a chat would be too late. */
const chatHorizon = 60 * 60_000

/** Milliseconds between two messages of a recipient, so that the bots are free for other recipients most of the time. */
export const recipientInterval = 250
/** A recipient's messages are planned at most this many milliseconds ahead; events with more messages are parked. */
const recipientHorizon = 20_000

/** The lane of all messages of a recipient, for so many messages at once. */
export const recipientLane = (recipientId: string, messages: number): Lane => ({
  name: `recipient#${recipientId}`,
  interval: messages * recipientInterval,
  horizon: recipientHorizon,
})

/** The lane of all calls of a bot. */
export const botLane = (messenger: MessengerName, accountId: string, interval: number): Lane => ({
  name: `${messenger}#${accountId}`,
  interval,
  horizon: longestWait,
})

/** The lanes of a message to a chat, the narrowest last. MAX documents no limit for a chat. */
export const chatLanes = (messenger: MessengerName, bot: Lane, chatId: number): readonly Lane[] =>
  messenger === 'max'
    ? [bot]
    : [
        bot,
        {
          name: `${bot.name}#${chatId}`,
          interval: chatId < 0 ? groupInterval : chatInterval,
          horizon: chatHorizon,
        },
      ]

/** The pace of a single worker with a share of its own, which is kept in memory. */
export const localPace = (): Pace => {
  const nextAt = new Map<string, number>()
  return {
    reserve: async (lanes, now) => {
      let at = now
      for (const { name, interval, horizon } of lanes) {
        at = Math.max(at, nextAt.get(name) ?? 0)
        if (at > now + horizon) return { at, isReserved: false }
        nextAt.set(name, at + interval)
      }
      return { at, isReserved: true }
    },
  }
}
