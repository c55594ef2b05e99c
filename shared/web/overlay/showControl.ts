import { isDropped } from '../../areas/alerts/show.ts'
import type { Show } from '../client/generated/events.ts'

/** Follows the state of the recipient's show: which deliveries are shown, when, and whether they are heard. */
export const showControl = () => {
  let state: Show | undefined
  let paused: (() => void)[] = []
  const spared = new Set<number>()

  return {
    /**
     * Takes the present state; undefined when the show was never controlled.
     *
     * @param overtaken sequences that wait although a later one is shown
     * @returns whether one of these was skipped, which it is not then
     */
    follow: (next: Show | undefined, overtaken: readonly number[]): boolean => {
      const isNew = (sequence: number): boolean => !state?.skipped.includes(sequence) && !spared.has(sequence)
      const found = overtaken.filter((sequence) => next?.skipped.includes(sequence) && isNew(sequence))
      for (const sequence of found) spared.add(sequence)
      state = next && { ...next, skipped: next.skipped.filter((sequence) => !spared.has(sequence)) }
      const waiting = paused
      paused = []
      for (const check of waiting) check()
      return found.length > 0
    },
    get isMuted(): boolean {
      return state?.muted ?? false
    },
    /** Whether a delivery that waits will not be shown. */
    isDropped: (sequence: number): boolean => isDropped(sequence, state),
    /** Whether a delivery on the screen has to leave it. */
    isSkipped: (sequence: number): boolean => state?.skipped.includes(sequence) ?? false,
    /** Waits while the show is paused. Resolves to whether the delivery is to be shown: it may be dropped meanwhile. */
    admits: async (sequence: number): Promise<boolean> => {
      while (state?.paused && !isDropped(sequence, state)) await new Promise<void>((resolve) => paused.push(resolve))
      return !isDropped(sequence, state)
    },
  }
}
