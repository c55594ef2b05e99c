import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { synthesize } from '../harness/cli/synthesis.ts'
import { startLocalApi } from '../harness/localApi.ts'
import { sandboxParameters } from '../harness/providerParameters.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { findBrowser } from '../support/browser.ts'

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

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Synthesizes the stack and runs its bundles, once for all end-to-end tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  project.provide('browser', findBrowser())
  const { assemblyFolder, release } = await synthesize(projectFolder)
  const sandbox = await startSandbox()
  const localApi = await startLocalApi({
    assemblyFolder,
    port: 0,
    dataFolder: 'memory',
    overrides: sandbox.urls,
    parameters: sandboxParameters(sandbox),
    onLog: () => undefined,
  }).finally(release)
  const { api, issuer, audience, websocket = '' } = localApi
  project.provide('localApi', { api, issuer, audience, websocket, assemblyFolder, sandboxLog: sandbox.logUrl })
  return async () => {
    await localApi.stop()
    await sandbox.stop()
  }
}
