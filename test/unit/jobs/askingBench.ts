import { expect } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import type { PlaceRepository } from '../../../shared/limits/placeRepository.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'

/** A write that says how it was made. */
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write

/** What a function needs to ask for a job of Alice's, while these hold all places of their collection; and what it commits. */
export const askingBench = <Work>(others: Readonly<Record<string, Work | undefined>>, now: number) => {
  const committed: (readonly Write[])[] = []
  const taken = new Set(Object.keys(others))
  const places: PlaceRepository = { place: writeOf, placesInstead: writeOf }
  return {
    committed,
    ports: {
      jobs: {
        creation: writeOf,
        find: async (recipientId: string, id: string) => (recipientId === 'alice' ? others[id] : expect.fail()),
      },
      places,
      rates: { spending: writeOf },
      marks: { lifting: () => [] },
      attempt: async () => undefined,
      clock: () => now,
    },
    /** Finds the places taken at first. */
    commit: async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
      committed.push(writes)
      if (committed.length === 1 && taken.size > 0) throw new Conflict({ places: taken })
      return answer
    },
  }
}
