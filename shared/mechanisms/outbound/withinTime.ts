/** A promise did not settle in time. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** The most milliseconds of a timer of Node: a longer one fires at once. */
const longestMs = 2 ** 31 - 1

/**
 * Settles as the promise does, or fails with `OutOfTime`. Until then it keeps the process alive, which a promise does
 * not, nor `AbortSignal.timeout`: Node ends as soon as it has nothing to wait for, and the invocation with it.
 */
export const withinTime = async <Result>(limitMs: number, promise: Promise<Result>): Promise<Result> => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const signal = AbortSignal.timeout(Math.floor(Math.min(Math.max(0, limitMs), longestMs)))
  signal.addEventListener('abort', () => reject(new OutOfTime('not settled in time')), { once: true })
  const alive = setInterval(() => undefined, longestMs)
  try {
    return await Promise.race([promise, ended])
  } finally {
    clearInterval(alive)
  }
}
