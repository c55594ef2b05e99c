import { afterAll, vi } from 'vitest'

const environment = { ...process.env }

/** Leaves the process as it was to the next file. */
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
