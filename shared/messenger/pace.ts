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

/** The lane of everything that a bot does. */
export const botLane = (messenger: MessengerName, accountId: string, interval: number): Lane => ({
  name: `${messenger}#${accountId}`,
  interval,
})

/** The lanes that a message to a chat goes through, the narrowest last. MAX names no limit for a chat. */
export const chatLanes = (messenger: MessengerName, bot: Lane, chatId: number): readonly Lane[] =>
  messenger === 'max'
    ? [bot]
    : [bot, { name: `${bot.name}#${chatId}`, interval: chatId < 0 ? groupInterval : chatInterval }]

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
