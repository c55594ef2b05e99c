import { inject } from 'vitest'
import { chosenPart } from './parts.ts'

interface StrykerState {
  activeMutant?: string | undefined
  mutantCoverage?: unknown
}

declare module 'vitest' {
  interface ProvidedContext {
    activeMutant?: string
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

const activeMutant = inject('activeMutant')

// Stryker's code reads this in the processes that a test starts.
if (chosenPart().inProcesses === true && activeMutant !== undefined)
  process.env['__STRYKER_ACTIVE_MUTANT__'] = activeMutant
