import type { MessengerName } from './messengerBot.ts'

/** Something that takes one message in an interval: a bot, or a bot in one chat. */
export interface Lane {
  readonly name: string
  /** Milliseconds. */
  readonly interval: number
}

/** Hands out times to post at. */
export interface Pace {
  /** The epoch milliseconds at which the next message may go through all of the lanes: a time that nobody else is given. */
  reserve(lanes: readonly Lane[], now: number): Promise<number>
}

/**
 * Milliseconds between two messages of a bot. Both messengers take 30 a second: a third is for what goes at once, the rest for what had
 * to wait, which one worker alone works off.
 */
export const botIntervals = { atOnce: 100, later: 55 } as const

/** Telegram: one message a second in a chat, 20 a minute in a group, whose ids are negative. */
const chatInterval = 1000
const groupInterval = 3000

/** The lanes that a message goes through, the narrowest last. MAX names no limit for a chat. */
export const lanesOf = (
  messenger: MessengerName,
  accountId: string,
  chatId: number,
  botInterval: number,
): readonly Lane[] => {
  const bot = { name: `${messenger}#${accountId}`, interval: botInterval }
  if (messenger === 'max') return [bot]
  return [bot, { name: `${bot.name}#${chatId}`, interval: chatId < 0 ? groupInterval : chatInterval }]
}

/** The pace of one worker that has its share to itself: kept in memory. */
export const localPace = (): Pace => {
  const nextAt = new Map<string, number>()
  return {
    reserve: async (lanes, now) => {
      const slot = Math.max(now, ...lanes.map(({ name }) => nextAt.get(name) ?? 0))
      for (const { name, interval } of lanes) nextAt.set(name, slot + interval)
      return slot
    },
  }
}
