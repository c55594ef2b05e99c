import type { LocalApi } from '../localApi.ts'
import { printLog } from './printLog.ts'
import { messageOf } from './runProgram.ts'
import { assemblyOf } from './synthesis.ts'
import { templateOf } from './templateText.ts'
import type { Toolchain } from './toolchain.ts'

export interface SourceWatch {
  /** Resolves once the sources make another template than the running one. */
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

/** Runs changed code at once, and finds out whether the template has changed. */
export const watchSources = async ({ api, toolchain, template }: WatchedApi): Promise<SourceWatch> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isDeployed = (functionId: string) => api.deployment.functions.some(({ id }) => id === functionId)
  const compare = oneAtATime(async () => {
    const { assemblyFolder, release } = await assemblyOf(toolchain, undefined)
    const current = templateOf(assemblyFolder)
    release()
    if (current === template) return report('routes, permissions and tables are the same')
    report('routes, permissions or tables have changed: restarting')
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

/** Runs one task at a time: a request during a run causes one more run. Failures are reported. */
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
