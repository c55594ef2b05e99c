import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose suites take longest: begun last, as Vitest would begin them by their size, they would run after all others. */
const long = ['faults', 'e2e', 'architecture/additions', 'fuzz', 'model', 'audit']

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = long.findIndex((path) => moduleId.includes(`/test/suites/${path}`))
  return rank === -1 ? long.length : rank
}

/** Begins the long suites before the short ones, which keep Vitest's own order. */
export class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
