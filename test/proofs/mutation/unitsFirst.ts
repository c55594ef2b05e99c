import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins what needs no engine, because a mutant's run ends with the first test that fails. */
export class UnitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isUnit = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/suites/unit/')
    return [...sorted.filter(isUnit), ...sorted.filter((file) => !isUnit(file))]
  }
}
