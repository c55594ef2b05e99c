import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders and files whose suites take longest: begun last, they would keep one process busy after all others. */
const long = /\/test\/(?:faults|model|audit|fuzz|e2e|architecture\/additions)\b/

/** Begins the long suites before the short ones, each in Vitest's own order. */
export class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
