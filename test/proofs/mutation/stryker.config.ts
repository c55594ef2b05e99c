import { chosenPart, mutatedFiles } from './parts.ts'

const part = process.env['PART']
const chosen = chosenPart()

/** Mutates one part in a copy of the project. @see https://stryker-mutator.io/docs/stryker-js/configuration */
export default {
  mutate: mutatedFiles(chosen),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/proofs/mutation/vitest.config.ts', related: false, pool: 'forks' },
  coverageAnalysis: chosen.inProcesses === true ? 'off' : 'perTest',
  incremental: true,
  incrementalFile: `.local/mutation/${part}.json`,
  concurrency: 2,
  // A busy machine is no loop without an end, and would count as one: measure on a quiet one.
  timeoutMS: 10_000,
  // TypeScript 7 has no API with which it could be rewritten, and nothing in the copy reads it.
  tsconfigFile: 'none',
  // Tests compare some of the sources with what makes them, and a comment for the compiler would be a difference.
  disableTypeChecks: false,
  ignorePatterns: ['.build', '.local', 'bench', 'cdk.out'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { reportTests: false },
  jsonReporter: { fileName: `.stryker-tmp/${part}.json` },
}
