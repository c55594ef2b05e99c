import { afterAll, afterEach, vi } from 'vitest'

// A stub of a former file would take its variable from this one, as soon as this one gives up its own stubs.
vi.unstubAllEnvs()
const environment = { ...process.env }
const { waitFor } = vi

/** Milliseconds, as of `expect.poll`: Vitest's second is not enough for a busy machine. */
const patience = 20_000
vi.waitFor = (assertion, options = patience) => waitFor(assertion, options)

/** Leaves the clock, the globals and the methods as they were to the next test. */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Leaves the process as it was to the next file. */
afterAll(() => {
  vi.waitFor = waitFor
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
