import type { MessengerName } from './messengerBot.ts'

/** Something that takes one message in an interval: a bot, a bot in one chat, or what all bots do for one recipient. */
export interface Lane {
  readonly name: string
  /** Milliseconds. */
  readonly interval: number
  /** Milliseconds from now within which turns are given: nobody holds a lane farther ahead than that. */
  readonly horizon: number
}

/** Epoch milliseconds at which a message may go, which nobody else is given, or at which to ask again for a turn. */
export interface Turn {
  readonly at: number
  readonly isReserved: boolean
}

/** Gives turns. */
export interface Pace {
  /** The turn of the next message that goes through all of the lanes, or why it has none: the first lane that is full. */
  reserve(lanes: readonly Lane[], now: number): Promise<Turn>
}

/**
 * Milliseconds between two messages of a bot. Both messengers take 30 a second: a third is for what goes at once, the rest for what had
 * to wait, which one worker alone works off.
 */
export const botIntervals = { atOnce: 100, later: 55 } as const

/** Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative. */
const chatInterval = 1000
const groupInterval = 3000

/** Milliseconds that a message waits for its turn with a bot; whatever has to wait longer comes back. */
export const longestWait = 2000
/** Milliseconds after which a message for a chat would be no news any more. */
const chatHorizon = 60 * 60_000

/** Milliseconds between two messages of a recipient: the bots are left to the others for most of the time, however many it has. */
export const recipientInterval = 250
/** Milliseconds for which a recipient's messages are laid out ahead; the events that would make more are parked. */
const recipientHorizon = 20_000

/** The lane of everything that is sent for a recipient, for so many messages at once. */
export const recipientLane = (recipientId: string, messages: number): Lane => ({
  name: `recipient#${recipientId}`,
  interval: messages * recipientInterval,
  horizon: recipientHorizon,
})

/** The lane of everything that a bot does. */
export const botLane = (messenger: MessengerName, accountId: string, interval: number): Lane => ({
  name: `${messenger}#${accountId}`,
  interval,
  horizon: longestWait,
})

/** The lanes that a message to a chat goes through, the narrowest last. MAX names no limit for a chat. */
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

/** The pace of one worker that has its share to itself: kept in memory. */
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
