import { defineConfig } from 'vitest/config'
import { CountingReporter } from './support/countingReporter.ts'
import { LongSuitesFirst } from './support/longSuitesFirst.ts'

// AWS runs functions in UTC, developers do not: whatever reads the local time is off by half an hour at least.
process.env['TZ'] ??= 'America/St_Johns'
// Chooses what a run leaves to others; a given one repeats a run.
process.env['SEED'] ??= String(Date.now() % 1_000_000)

const shared = {
  pool: 'forks' as const,
  // Limits for a machine that others keep busy: no test measures time by them.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 20_000 } },
  globalSetup: ['test/support/temporaryFolder.setup.ts'],
  setupFiles: ['test/support/quietLogs.setup.ts'],
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Four more than the two cores that this is planned for: crash suites wait for most of their time, for faults that are silence.
    maxWorkers: 6,
    sequence: { sequencer: LongSuitesFirst },
    silent: 'passed-only',
    reporters: ['default', new CountingReporter()],
    projects: [
      // Unit tests need no engine, so their files share processes: to start one for each file takes as long as its tests.
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/suites/unit/**/*.test.ts'],
          isolate: false,
          setupFiles: [...shared.setupFiles, 'test/support/sharedProcess.setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'suites',
          isolate: false,
          setupFiles: [...shared.setupFiles, 'test/support/sharedProcess.setup.ts', 'test/support/ownModules.setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/suites/e2e/**', 'test/suites/unit/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/suites/e2e/**/*.test.ts'],
          globalSetup: [...shared.globalSetup, 'test/suites/e2e/localApi.setup.ts'],
        },
      },
    ],
  },
})
