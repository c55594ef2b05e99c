import { fileURLToPath } from 'node:url'
import { assemblyOf } from '../local/runner/cli/synthesis.ts'
import type { LogLine } from '../local/runner/lambda/invocation.ts'
import { type LocalApi, type LocalApiOptions, startLocalApi } from '../local/runner/localApi.ts'
import { type Sandbox, startSandbox } from '../local/sandbox/sandbox.ts'
import { sandboxParameters } from '../local/sandbox/sandboxParameters.ts'

/** The stack of the sources on a local API that keeps nothing, with stand-ins for the providers. */
export interface LocalStack {
  readonly localApi: LocalApi
  readonly sandbox: Sandbox
  readonly assemblyFolder: string
  stop(): Promise<void>
}

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the bundles of the stack, which it synthesizes unless its folder is given; `overrides` are variables of its functions, `more` what else the API is started with. */
export const startLocalStack = async (
  onLog: (line: LogLine) => void,
  overrides: Readonly<Record<string, string>> = {},
  more: Partial<LocalApiOptions> = {},
): Promise<LocalStack> => {
  const { assemblyFolder, release } = await assemblyOf({ projectFolder }, more.assemblyFolder)
  const sandbox = await startSandbox()
  const localApi = await startLocalApi({
    port: 0,
    dataFolder: 'memory',
    overrides: { ...sandbox.urls, ...overrides },
    parameters: sandboxParameters(sandbox),
    onLog,
    ...more,
    assemblyFolder,
  }).finally(release)
  return {
    localApi,
    sandbox,
    assemblyFolder,
    stop: async () => {
      await localApi.stop()
      await sandbox.stop()
    },
  }
}
