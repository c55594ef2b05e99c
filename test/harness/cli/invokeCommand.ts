import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { InvocationResult } from '../lambda/invocation.ts'
import { type LocalApiOptions, startLocalApi } from '../localApi.ts'
import { printLog } from './printLog.ts'
import { providersFrom, startProviders } from './providers.ts'
import { runningApiOn } from './runningApis.ts'
import { dataFolderFrom, parsed } from './startOptions.ts'
import { assemblyOf } from './synthesis.ts'
import type { Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

const flags = {
  event: { type: 'string' },
  data: { type: 'string' },
  assembly: { type: 'string' },
  providers: { type: 'string' },
} as const

/** Runs one function once, prints its result on stdout and its log on stderr; status 1 when the function failed. */
export const invokeCommand = async (args: readonly string[], toolchain: Toolchain): Promise<number> => {
  const { projectFolder } = toolchain
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: true }),
  )
  const [functionId] = positionals
  if (functionId === undefined || positionals.length > 1) throw new UsageError('invoke: expected one operation id')
  const event = eventFrom(values.event, projectFolder)
  const dataFolder = dataFolderFrom(values.data, projectFolder)
  const providers = await startProviders(providersFrom(values.providers, toolchain), toolchain)
  try {
    const synthesis = await assemblyOf(projectFolder, values.assembly)
    const result = await invokeOnce(functionId, event, {
      ...providers.options,
      assemblyFolder: synthesis.assemblyFolder,
      port: 0,
      dataFolder,
      engine: (await runningApiOn(projectFolder, dataFolder))?.dynamodb,
      runsEventSources: false,
      onLog: printLog,
    }).finally(synthesis.release)
    process.stdout.write(`${JSON.stringify(printed(result), null, 2)}\n`)
    return result.kind === 'success' ? 0 : 1
  } finally {
    await providers.stop()
  }
}

const invokeOnce = async (functionId: string, event: unknown, options: LocalApiOptions): Promise<InvocationResult> => {
  const api = await startLocalApi(options)
  try {
    return await api.invoke(functionId, event)
  } finally {
    await api.stop()
  }
}

const eventFrom = (file: string | undefined, projectFolder: string): unknown => {
  if (file === undefined) throw new UsageError('invoke: --event <file> is missing (- reads standard input)')
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : resolve(projectFolder, file), 'utf8'))
  } catch (error) {
    throw new UsageError(`invoke: --event ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What Lambda answers to its own callers: the payload, or the description of the error. */
const printed = (result: InvocationResult): unknown => {
  switch (result.kind) {
    case 'success':
      return result.payload
    case 'error':
      return { errorType: result.errorType, errorMessage: result.errorMessage, trace: result.trace }
    case 'timeout':
      return { errorType: 'Sandbox.Timedout', errorMessage: result.errorMessage }
    case 'throttled':
      return { errorType: 'TooManyRequestsException', errorMessage: result.errorMessage }
    case 'request_too_large':
      return { errorType: 'RequestTooLargeException', errorMessage: result.errorMessage }
  }
}
