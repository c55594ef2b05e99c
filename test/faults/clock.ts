import { vi } from 'vitest'

/** Milliseconds between two jumps of a fast clock. */
const tick = 10

/** The clock of `Date` as long as a play needs another one than the real. */
export interface Clock {
  forward(milliseconds: number): void
  stop(): void
}

/** Takes the clock over; it runs `speed` times as fast as the real one. What waits for a time by timers waits as long as ever. */
export const takeClock = (speed = 1): Clock => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const forward = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    forward(Math.round((now - last) * speed))
    last = now
  }, tick)
  return {
    forward,
    stop: () => {
      clearInterval(timer)
      vi.useRealTimers()
    },
  }
}
