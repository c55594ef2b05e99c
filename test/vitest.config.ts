import { defineConfig } from 'vitest/config'
import { CountingReporter } from './support/countingReporter.ts'

const shared = {
  pool: 'forks' as const,
  // Limits for a machine that others keep busy: no test measures time by them.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  globalSetup: ['test/support/temporaryFolder.setup.ts'],
  setupFiles: ['test/support/quietLogs.setup.ts'],
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // One more than the two cores that this is planned for: a test waits for its engine a third of its time.
    maxWorkers: 3,
    silent: 'passed-only',
    reporters: ['default', new CountingReporter()],
    projects: [
      { test: { ...shared, name: 'suites', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] } },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: [...shared.globalSetup, 'test/e2e/localApi.setup.ts'],
        },
      },
    ],
  },
})
