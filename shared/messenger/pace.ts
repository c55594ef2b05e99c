import type { MessengerName } from './messengerBot.ts'

/** A queue for one message in an interval: of a bot, of a bot in one chat, or of all messages of one recipient. */
export interface Lane {
  readonly name: string
  readonly intervalMs: number
  /** Turns are given at most this far ahead. */
  readonly horizonMs: number
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
 * The time between two messages of a bot. Both messengers accept 30 a second: half of them are for messages that are sent at once, so that those of
 * one recipient hold the bot for less than a second, and half for those that had to wait, which a single worker sends.
 */
export const botIntervalsMs = { atOnce: 66, later: 70 } as const

/** Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative. */
const chatIntervalMs = 1000
const groupIntervalMs = 3000

/** A message that would wait longer than this for its turn with a bot is postponed. */
export const longestWaitMs = 2000
/** A message that comes later than this into a chat is too late. */
const chatHorizonMs = 60 * 60_000

/** The time between two messages of a recipient leaves the bots free for other recipients most of the time. */
export const recipientIntervalMs = 250
/** A recipient's messages are planned at most this far ahead; events with more messages are parked. */
const recipientHorizonMs = 20_000

/** The lane of all messages of a recipient, for so many messages at once. */
export const recipientLane = (recipientId: string, messages: number): Lane => ({
  name: `recipient#${recipientId}`,
  intervalMs: messages * recipientIntervalMs,
  horizonMs: recipientHorizonMs,
})

/** The lane of all calls of a bot. */
export const botLane = (messenger: MessengerName, accountId: string, intervalMs: number): Lane => ({
  name: `${messenger}#${accountId}`,
  intervalMs,
  horizonMs: longestWaitMs,
})

/** The lanes of a message to a chat, the narrowest last. MAX documents no limit for a chat. */
export const chatLanes = (messenger: MessengerName, bot: Lane, chatId: number): readonly Lane[] =>
  messenger === 'max'
    ? [bot]
    : [
        bot,
        {
          name: `${bot.name}#${chatId}`,
          intervalMs: chatId < 0 ? groupIntervalMs : chatIntervalMs,
          horizonMs: chatHorizonMs,
        },
      ]

/** The pace of a single worker with a share of its own, which is kept in memory. */
export const localPace = (): Pace => {
  const nextAt = new Map<string, number>()
  return {
    reserve: async (lanes, now) => {
      let at = now
      for (const { name, intervalMs, horizonMs } of lanes) {
        at = Math.max(at, nextAt.get(name) ?? 0)
        if (at > now + horizonMs) return { at, isReserved: false }
        nextAt.set(name, at + intervalMs)
      }
      return { at, isReserved: true }
    },
  }
}
