import type { Command } from 'commander'
import { findEngine } from '../engines/findEngine.ts'
import type { InvocationResult } from '../lambda/invocation.ts'
import { type LocalApiOptions, startLocalApi } from '../localApi.ts'
import { fromFile } from './optionValues.ts'
import { printLog } from './printLog.ts'
import { startProviders } from './providers.ts'
import { runningApiOn } from './runningApis.ts'
import { CommandFailed } from './runProgram.ts'
import { addRunOptions, runOptionsFrom } from './startOptions.ts'
import { assemblyOf } from './synthesis.ts'
import type { Toolchain } from './toolchain.ts'

/** Runs one function once, prints its result on stdout and its log on stderr; status 1 when the function failed. */
export const addInvoke = (program: Command, toolchain: Toolchain): void => {
  const command = program
    .command('invoke')
    .description('runs one function once, on the data of the running API or of the last one that ran')
    .argument('<function>', 'its construct id: an operation, a worker, a route')
    .requiredOption('-e, --event <file>', 'the event; - reads standard input')
  addRunOptions(command).action(async (functionId: string, flags) => {
    const event = fromFile('--event', flags.event, toolchain.projectFolder, JSON.parse)
    const result = await invoke(functionId, event, runOptionsFrom(flags, toolchain), toolchain)
    process.stdout.write(`${JSON.stringify(printed(result), null, 2)}\n`)
    if (result.kind !== 'success') throw new CommandFailed()
  })
}

const invoke = async (
  functionId: string,
  event: unknown,
  options: ReturnType<typeof runOptionsFrom>,
  toolchain: Toolchain,
): Promise<InvocationResult> => {
  const { dataFolder, stack, ignore, variables } = options
  const running = await runningApiOn(toolchain.projectFolder, dataFolder)
  const engine = running?.dynamodb ?? options.engine
  findEngine(engine)
  const standIns = await startProviders(options.providers, toolchain, { port: 0 })
  try {
    const { assemblyFolder, release } = await assemblyOf(toolchain, options.assemblyFolder)
    const run = { port: 0, dataFolder, engine, variables, runsEventSources: false, onLog: printLog }
    return await invokeOnce(functionId, event, { ...standIns.options, ...run, assemblyFolder, stack, ignore }).finally(
      release,
    )
  } finally {
    await standIns.stop()
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

const errorTypes = {
  timeout: 'Sandbox.Timedout',
  throttled: 'TooManyRequestsException',
  request_too_large: 'RequestTooLargeException',
} as const

/** Lambda's answer to a direct call: the payload, or the description of the error. */
const printed = (result: InvocationResult): unknown => {
  if (result.kind === 'success') return result.payload
  const { errorMessage } = result
  if (result.kind === 'error') return { errorType: result.errorType, errorMessage, trace: result.trace }
  return { errorType: errorTypes[result.kind], errorMessage }
}
