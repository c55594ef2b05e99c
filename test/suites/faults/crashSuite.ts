import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { type InterceptedFunctions, startInterceptedFunctions } from './interceptedFunctions.ts'
import { reportPoints } from './point.ts'

/** A suite of crash points. The calls of its functions are intercepted, and the functions retry without a pause and log nothing. */
export interface CrashSuite {
  /** It is available from the suite's `beforeAll` on. */
  readonly functions: InterceptedFunctions
  /** The number of points, which is printed at the end. */
  count(): void
}

/** Registers the hooks of a suite in the file or block that calls it. */
export const crashSuite = (what: string): CrashSuite => {
  let functions: InterceptedFunctions | undefined
  let points = 0
  beforeAll(async () => {
    functions = await startInterceptedFunctions()
  })
  beforeEach(() => {
    // With a random number of 0, full jitter waits for no time.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  })
  afterAll(async () => {
    await functions?.stop()
    reportPoints(what, points)
  })
  return {
    get functions() {
      if (functions === undefined) throw new Error('the functions are started by beforeAll')
      return functions
    },
    count: () => {
      points++
    },
  }
}
