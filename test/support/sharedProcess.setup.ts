import { afterAll, afterEach, vi } from 'vitest'

const environment = { ...process.env }

/** Leaves the clock, the globals and the methods as they were to the next test. */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Leaves the process as it was to the next file. */
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
