import { inject } from 'vitest'

interface StrykerState {
  activeMutant?: string | undefined
  mutantCoverage?: unknown
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `static`, if the mutant is active while modules are loaded. */
    mutantActivation?: 'static' | 'runtime'
  }
}

const { __stryker__: state } = globalThis as { __stryker__?: StrykerState }

// What the run before has left in this process: its mutant would be active in the modules that are loaded now, and its coverage be counted.
if (state !== undefined) {
  state.mutantCoverage = undefined
  if (inject('mutantActivation') !== 'static') state.activeMutant = undefined
}
