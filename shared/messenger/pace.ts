import type { MessengerName } from './messengerBot.ts'

/** A queue for one message in an interval: of a bot, of a bot in one chat, or of all messages of one recipient. */
export interface Lane {
  readonly name: string
  readonly intervalMs: number
  /** Turns are given at most this far ahead. */
  readonly horizonMs: number
  /** A `first` message takes the next turn of a message that is `behind`, which has to ask again. */
  readonly order?: 'first' | 'behind'
}

/** The exclusive time at which a message may be sent, or the time at which a full lane has its next turn, in epoch milliseconds. */
export interface Turn {
  readonly at: number
  readonly isReserved: boolean
}

/** Gives turns. */
export interface Pace {
  /** The next turn in a lane. */
  reserve(lane: Lane, now: number): Promise<Turn>
  /** Whether a message that is `behind` has lost its turn to a `first` one. */
  isOvertaken(lane: Lane, at: number): Promise<boolean>
}

/**
 * The time between two messages of a bot, and how much earlier than its turn one may be sent, because nobody waits for a part of a second. Both messengers
 * accept 30 a second: 20 turns, and the 10 of the next half second.
 */
const botIntervalMs = 50
export const earlyMs = 500
/** The turns of a bot are given a minute ahead. */
const botHorizonMs = 60_000

/** Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative. https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const chatIntervalMs = 1000
const groupIntervalMs = 3000

/** A chat's queue holds what can be posted in this time, 200 messages in a group. A wake-up can be delayed as long. */
const chatHorizonMs = 10 * 60_000

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
export const botLane = (messenger: MessengerName, accountId: string): Lane => ({
  name: `${messenger}#${accountId}`,
  intervalMs: botIntervalMs,
  horizonMs: botHorizonMs,
})

/** The lane of all messages of a bot to a chat. MAX documents no limit for a chat. */
export const chatLane = (bot: Lane, messenger: MessengerName, chatId: number, isFirst: boolean): Lane | undefined =>
  messenger === 'max'
    ? undefined
    : {
        name: `${bot.name}#${chatId}`,
        intervalMs: chatId < 0 ? groupIntervalMs : chatIntervalMs,
        horizonMs: chatHorizonMs,
        order: isFirst ? 'first' : 'behind',
      }
