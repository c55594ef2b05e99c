import type { TestProject } from 'vitest/node'
import { streamEndDelayVariable } from '../../../shared/contract/environmentNames.ts'
import { findBrowser } from '../../support/browser.ts'
import { startLocalStack } from '../../support/localStack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The local API that all end-to-end tests share; every test uses recipients of its own. */
    localApi: {
      readonly api: string
      readonly issuer: string
      readonly audience: string
      readonly websocket: string
      readonly assemblyFolder: string
      /** Where the requests that the providers' stand-ins got can be read. */
      readonly sandboxLog: string
    }
    /** The browser's executable; empty when there is none. */
    browser: string
  }
}

/** Synthesizes the stack and runs its bundles, once for all end-to-end tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  project.provide('browser', findBrowser())
  const { localApi, sandbox, assemblyFolder, stop } = await startLocalStack(() => {}, { [streamEndDelayVariable]: '1' })
  const { api, issuer, audience, websocket = '' } = localApi
  project.provide('localApi', { api, issuer, audience, websocket, assemblyFolder, sandboxLog: sandbox.logUrl })
  return stop
}
