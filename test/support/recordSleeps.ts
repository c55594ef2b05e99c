import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * Lets every sleep of the test end at once, and returns their milliseconds. Unit files share their modules, so a mock of the module would not
 * reach what another file has loaded.
 */
export const recordSleeps = (): readonly number[] => {
  const slept: number[] = []
  const { setTimeout } = timers
  timers.setTimeout = (async (milliseconds: number) => void slept.push(milliseconds)) as never
  syncBuiltinESMExports()
  onTestFinished(() => {
    timers.setTimeout = setTimeout
    syncBuiltinESMExports()
  })
  return slept
}
