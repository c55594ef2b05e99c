import type { LocalApi } from '../localApi.ts'
import { printLog } from './printLog.ts'
import { messageOf } from './runProgram.ts'
import { assemblyOf } from './synthesis.ts'
import { templateOf } from './templateText.ts'
import type { Toolchain } from './toolchain.ts'

export interface SourceWatch {
  /** Resolves once the sources deploy something else than what runs. */
  readonly templateChanged: Promise<void>
  close(): Promise<void>
}

interface WatchedApi {
  readonly api: LocalApi
  readonly toolchain: Toolchain
  /** See `templateOf`. */
  readonly template: string
}

const report = (text: string) => printLog({ source: 'watch', stream: 'platform', requestId: undefined, text })

/** Runs changed code at once, and finds out whether anything else has changed. */
export const watchSources = async ({ api, toolchain, template }: WatchedApi): Promise<SourceWatch> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isDeployed = (functionId: string) => api.deployment.functions.some(({ id }) => id === functionId)
  const compare = oneAtATime(async () => {
    const { assemblyFolder, release } = await assemblyOf(toolchain, undefined)
    const current = templateOf(assemblyFolder)
    release()
    if (current === template) return report('routes, permissions and tables are the same')
    report('what is deployed has changed: restarting')
    resolve()
  })
  const watch = await toolchain.watchFunctions?.({
    onFailed: report,
    onRebuilt: (functionIds, codeFolderOf) => {
      for (const functionId of functionIds.filter(isDeployed)) {
        api.replaceCode(functionId, codeFolderOf(functionId)).catch((error: unknown) => report(messageOf(error)))
        report(`${functionId} replaced`)
      }
    },
    onTemplateSource: (file) => {
      report(`${file} changed: looking for changed routes, permissions and tables`)
      compare()
    },
  })
  return { templateChanged: promise, close: async () => watch?.close() }
}

/** Runs a task again when it is asked for while it runs, and reports how it failed. */
const oneAtATime = (task: () => Promise<void>): (() => void) => {
  let isRunning = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await task().catch((error: unknown) => report(messageOf(error)))
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
