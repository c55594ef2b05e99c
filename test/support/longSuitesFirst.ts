import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders and files whose suites take longest, from the longest on: begun last, they would keep one process busy after all others. */
const long = [
  'faults/connectedCrashPoints',
  'faults/recordCrashPoints',
  'e2e/overlay',
  'faults/workerCrashPoints',
  'architecture/additions',
  'fuzz/commands',
  'model',
  'functions/history/printFaults',
  'e2e',
  'faults',
  'fuzz',
  'audit',
  'infra/settingCases',
  'unit/aws/attemptLimits',
  'unit/bin/commandLines',
]

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
