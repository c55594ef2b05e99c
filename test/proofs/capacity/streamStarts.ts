import { earlyMs } from '../../../shared/areas/messenger/rateLimits.ts'
import { randomOf } from '../../local/runner/random.ts'

/** Streams that start within an hour, and the chats that each is announced in by one bot. */
export interface Evening {
  readonly starts: number
  readonly chats: number
}

/** How long posts have waited for their turn, in seconds. */
export interface Waits {
  readonly median: number
  readonly longest: number
}

const hourMs = 3_600_000
/** Half of the streams start within so many minutes after the full hour, the others at any time. */
const rushMs = 5 * 60_000
/** The turns of a bot, and the next one of a recipient: `botIntervalMs` and `recipientIntervalMs`. */
const turnMs = { bot: 50, recipient: 250 } as const

/**
 * Runs the posts of an evening hour through the turns of one bot. Posts of a recipient are a quarter of a second apart,
 * and a post is sent half a second before its turn at the earliest.
 */
export const announceEvening = ({ starts, chats }: Evening, seed = 1): Waits => {
  const random = randomOf(seed)
  const posts = Array.from({ length: starts }, (_, index) => random() * (index % 2 === 0 ? rushMs : hourMs))
    .flatMap((startMs) => Array.from({ length: chats }, (_, chat) => startMs + chat * turnMs.recipient))
    .toSorted((one, other) => one - other)
  let freeAt = 0
  const waits = posts.map((asked) => {
    const turn = Math.max(asked, freeAt)
    freeAt = turn + turnMs.bot
    return Math.max(0, turn - earlyMs - asked) / 1000
  })
  const sorted = waits.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}

/** Starts a second in the rush. */
export const rushPerSecond = (starts: number): number => (starts / 2) * (1000 / rushMs) + (starts / 2) * (1000 / hourMs)
