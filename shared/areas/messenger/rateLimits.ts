import type { MessengerName } from './messengerBot.ts'

/** One message in an interval, of a bot, a bot in one chat, or a recipient. Messages above the rate queue. */
export interface RateLimit {
  readonly name: string
  readonly intervalMs: number
  /** Turns are given at most this far ahead. */
  readonly horizonMs: number
  /** A `first` message takes the next turn of a message that is `behind`, which has to ask again. */
  readonly order?: 'first' | 'behind'
}

/** The turn of one message, or the next turn of a full queue, in epoch milliseconds. */
export interface Reservation {
  readonly at: number
  readonly isReserved: boolean
}

/** Keeps the rates by giving each message its turn. */
export interface RateLimiter {
  /** The next turn under a limit. */
  reserve(limit: RateLimit, now: number): Promise<Reservation>
  /** Whether a message that is `behind` has lost its turn to a `first` one. */
  isOvertaken(limit: RateLimit, at: number): Promise<boolean>
}

/**
 * The time between two messages of a bot, and how much earlier than its turn one may be sent, because nobody waits for
 * a part of a second. Telegram and MAX accept 30 a second: 20 turns, and the 10 of the next half second.
 */
const botIntervalMs = 50
export const earlyMs = 500
/** The turns of a bot are given a minute ahead. */
const botHorizonMs = 60_000

/**
 * Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative.
 *
 * @see https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
export const chatIntervalMs = 1000
export const groupIntervalMs = 3000
/**
 * Discord: 30 messages a minute in a channel.
 *
 * @see https://github.com/discord/discord-api-docs/issues/367
 */
export const webhookIntervalMs = 2000

/**
 * MAX: two messages a second in a dialog, group or channel.
 *
 * @see https://dev.max.ru/docs-api/methods/POST/messages
 */
export const maxIntervalMs = 500

/** A chat's queue holds what can be posted in this time, 200 messages in a group. A wake-up can be delayed as long. */
const chatHorizonMs = 10 * 60_000

/** The time between two messages of a recipient leaves the bots free for other recipients most of the time. */
export const recipientIntervalMs = 250
/** A recipient's messages are planned at most this far ahead; events with more messages are parked. */
const recipientHorizonMs = 20_000

/** The limit of a recipient's messages, for so many at once. */
export const recipientLimit = (recipientId: string, messages: number): RateLimit => ({
  name: `recipient#${recipientId}`,
  intervalMs: messages * recipientIntervalMs,
  horizonMs: recipientHorizonMs,
})

/** The limit of a bot's calls. */
export const botLimit = (messenger: MessengerName, accountId: string): RateLimit => ({
  name: `${messenger}#${accountId}`,
  intervalMs: botIntervalMs,
  horizonMs: botHorizonMs,
})

const intervals: Readonly<Record<MessengerName, (chatId: number) => number>> = {
  telegram: (chatId) => (chatId < 0 ? groupIntervalMs : chatIntervalMs),
  max: () => maxIntervalMs,
  discord: () => webhookIntervalMs,
}

/** The limit of a bot's messages to a chat. */
export const chatLimit = (bot: RateLimit, messenger: MessengerName, chatId: number, isFirst: boolean): RateLimit => ({
  name: `${bot.name}#${chatId}`,
  intervalMs: intervals[messenger](chatId),
  horizonMs: chatHorizonMs,
  order: isFirst ? 'first' : 'behind',
})
