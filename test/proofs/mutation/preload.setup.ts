import { glob } from 'node:fs/promises'
import { beforeEach } from 'vitest'
import { chosenPart } from './parts.ts'

const { functions } = chosenPart()
const stryker = globalThis as { __stryker__?: { currentTestId?: string | undefined } }
let isLoaded = false

/**
 * Loads the functions before the first test, once their environment is there. A module that a test loads would count as covered by that
 * test alone, and mutants of what it does as it loads would be shown to no other.
 */
beforeEach(async () => {
  if (isLoaded || process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined) return
  isLoaded = true
  const state = stryker.__stryker__ ?? {}
  const { currentTestId } = state
  state.currentTestId = undefined
  // One that lacks something of its environment is none that these tests call.
  for await (const path of glob(functions)) await import(`../../../${path}`).catch(() => undefined)
  state.currentTestId = currentTestId
})
