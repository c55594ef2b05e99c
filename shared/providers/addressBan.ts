import { type Clock, systemClock } from '../runtime/time/clock.ts'

/** A ban without a time counts as one of a minute, and each one that follows it as twice as long, up to an hour. */
const [leastSeconds, mostSeconds] = [60, 60 * 60]

/**
 * The ban of this process's own address by a provider. It holds for every caller here, and asking on lengthens it.
 * Nothing depends on it: Lambda may run the next call elsewhere, where nothing is banned.
 */
export const addressBan = (clock: Clock = systemClock) => {
  let [until, bans] = [0, 0]
  return {
    /** Seconds until the provider may be asked again; undefined while it may. */
    secondsLeft: (): number | undefined => (until > clock() ? Math.ceil((until - clock()) / 1000) : undefined),
    begin: (seconds?: number): void => {
      until = clock() + (seconds ?? Math.min(mostSeconds, leastSeconds * 2 ** bans)) * 1000
      bans++
    },
    end: (): void => {
      bans = 0
    },
  }
}

export type AddressBan = ReturnType<typeof addressBan>
