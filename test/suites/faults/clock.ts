import { vi } from 'vitest'

/** A fast clock jumps at this interval in milliseconds. */
const tick = 10

/** A clock that replaces that of `Date` during a play. */
export interface Clock {
  forward(milliseconds: number): void
  stop(): void
}

/** Replaces the clock by one that runs `speed` times as fast, or stands at 0. Limits of calls run as fast as it does, or at the real speed if it stands; timers always do. */
export const takeClock = (speed = 1): Clock => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { timeout } = AbortSignal
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, Math.ceil(milliseconds / (speed || 1)))
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
      AbortSignal.timeout = timeout
      vi.useRealTimers()
    },
  }
}
