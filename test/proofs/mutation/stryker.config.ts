import { chosenPart } from './parts.ts'

const { goal, mutate } = chosenPart()

/** Mutates one part, in a copy of the project, and fails below the part's goal. @see https://stryker-mutator.io/docs/stryker-js/configuration */
export default {
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/proofs/mutation/vitest.config.ts', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 5_000,
  // TypeScript 7 has no API with which it could be rewritten, and nothing in the copy reads it.
  tsconfigFile: 'none',
  ignorePatterns: ['.build', '.local', 'bench', 'cdk.out'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { reportTests: false },
  jsonReporter: { fileName: `.stryker-tmp/${process.env['PART']}.json` },
  thresholds: { high: goal, low: goal, break: goal },
}
