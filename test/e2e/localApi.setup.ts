import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { synthesize } from '../harness/cli/synthesis.ts'
import { startLocalApi } from '../harness/localApi.ts'
import { sandboxParameters } from '../harness/providerParameters.ts'
import { startSandbox } from '../sandbox/sandbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The local API that all end-to-end tests share; every test uses recipients of its own. */
    localApi: {
      readonly api: string
      readonly issuer: string
      readonly audience: string
      readonly assemblyFolder: string
    }
  }
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Synthesizes the stack and runs its bundles, once for all end-to-end tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
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
  const { api, issuer, audience } = localApi
  project.provide('localApi', { api, issuer, audience, assemblyFolder })
  return async () => {
    await localApi.stop()
    await sandbox.stop()
  }
}
