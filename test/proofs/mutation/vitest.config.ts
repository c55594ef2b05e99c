import { defineConfig } from 'vitest/config'
import { keptProcesses } from '../../support/keptProcesses.ts'
import { chosenPart } from './parts.ts'
import { UnitsFirst } from './unitsFirst.ts'

/** Stryker's own choice of test files leaves static mutants inactive, so the part's tests are chosen here. */
export default defineConfig({
  plugins: [keptProcesses],
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: [...chosenPart().tests],
    testTimeout: 60_000,
    // A hook that ends too late is an error of the run: the mutant would be in no score.
    hookTimeout: 60_000,
    sequence: { sequencer: UnitsFirst },
    // Its cache of compiled code takes a third of the processor time off a mutant.
    globalSetup: ['test/support/temporaryFolder.setup.ts'],
    setupFiles: [
      'test/proofs/mutation/keptProcess.setup.ts',
      'test/support/sharedProcess.setup.ts',
      'test/support/quietLogs.setup.ts',
      'test/proofs/mutation/ownFolder.setup.ts',
      'test/proofs/mutation/preload.setup.ts',
    ],
  },
})
