import { readFileSync } from 'node:fs'
import { type FaultPlan, parseFaultPlan } from '../aws/faults.ts'
import { formatRequest } from '../aws/trace.ts'
import { type LocalApi, startLocalApi } from '../localApi.ts'
import { demoRecipient } from './generateEventCommand.ts'
import { printLog } from './printLog.ts'
import { startProviders } from './providers.ts'
import { readyMessage } from './readyMessage.ts'
import { announceApi, runningApiOn } from './runningApis.ts'
import { type StartOptions, startOptionsFrom } from './startOptions.ts'
import { stopSignal } from './stopSignal.ts'
import { assemblyOf } from './synthesis.ts'
import type { FunctionWatch, StandIns, Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

/** Serves the local API until Ctrl-C or SIGTERM. */
export const startCommand = async (args: readonly string[], toolchain: Toolchain): Promise<number> => {
  const startedAt = performance.now()
  const { projectFolder } = toolchain
  const options = startOptionsFrom(args, toolchain)
  await refuseSharedData(projectFolder, options.dataFolder)
  const signal = stopSignal()
  const providers = await startProviders(options.providers, toolchain)
  try {
    const api = await start(options, projectFolder, providers)
    const forget = announceApi(projectFolder, {
      ...addressesOf(api),
      dataFolder: options.dataFolder,
      sandboxLog: providers.logUrl,
      pid: process.pid,
      startedAt: Date.now(),
    })
    const watch = options.watch ? await watchSources(api, toolchain) : undefined
    try {
      const milliseconds = performance.now() - startedAt
      await printReady({ api, options, toolchain, sandboxLog: providers.logUrl, milliseconds })
      await signal.requested
    } finally {
      forget()
      await watch?.close()
      await api.stop()
    }
    if (options.unusedPermissions) printUnusedPermissions(api)
  } catch (error) {
    // Ctrl-C reaches the synthesis too, whose end is then no failure.
    if (!signal.isRequested) throw error
  } finally {
    await providers.stop()
  }
  return 0
}

const start = async (options: StartOptions, projectFolder: string, providers: StandIns): Promise<LocalApi> => {
  const faults = options.faultPlanFile === undefined ? undefined : faultPlanFrom(options.faultPlanFile)
  const synthesis = await assemblyOf(projectFolder, options.assemblyFolder)
  try {
    return await startLocalApi({
      assemblyFolder: synthesis.assemblyFolder,
      port: options.port,
      dataFolder: options.dataFolder,
      onLog: printLog,
      ...(faults !== undefined && { faults }),
      ...providers.options,
      ...(options.trace && { onTrace: (trace) => process.stderr.write(`${formatRequest(trace)}\n`) }),
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${options.port} is in use: stop what listens there, or let --port 0 pick a free one`)
  } finally {
    synthesis.release()
  }
}

const addressesOf = ({ api, issuer, audience, dynamodb, s3 }: LocalApi) => ({ api, issuer, audience, dynamodb, s3 })

interface Ready {
  readonly api: LocalApi
  readonly options: StartOptions
  readonly toolchain: Toolchain
  readonly sandboxLog: string | undefined
  readonly milliseconds: number
}

const printReady = async ({ api, options, toolchain, sandboxLog, milliseconds }: Ready): Promise<void> => {
  const token = await api.token(demoRecipient)
  const { websocket } = api
  const links = options.faultPlanFile === undefined ? ((await toolchain.linksOf?.(api, token)) ?? []) : []
  const state = { ...addressesOf(api), websocket, recipientId: demoRecipient, token }
  const { dataFolder } = options
  const message = readyMessage({ state, links, deployment: api.deployment, dataFolder, milliseconds, sandboxLog })
  const urls = Object.fromEntries(links.map(({ name, url }) => [name, url]))
  process.stdout.write(options.json ? `${JSON.stringify({ ...state, ...urls })}\n` : message)
}

/** Two engines on one database file would not see each other's writes. */
const refuseSharedData = async (projectFolder: string, dataFolder: string | 'memory'): Promise<void> => {
  const other = await runningApiOn(projectFolder, dataFolder)
  if (other === undefined) return
  throw new Error(
    `${dataFolder} is in use by the local API at ${other.api} (process ${other.pid}): stop it, or choose another --data`,
  )
}

const faultPlanFrom = (file: string): FaultPlan => {
  try {
    return parseFaultPlan(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--faults ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const watchSources = async (api: LocalApi, toolchain: Toolchain): Promise<FunctionWatch | undefined> => {
  const report = (text: string) => printLog({ source: 'watch', stream: 'platform', requestId: undefined, text })
  const isDeployed = (functionId: string) => api.deployment.functions.some(({ id }) => id === functionId)
  return toolchain.watchFunctions?.({
    onFailed: report,
    onRebuilt: (functionIds, codeFolderOf) => {
      for (const functionId of functionIds.filter(isDeployed)) {
        api.replaceCode(functionId, codeFolderOf(functionId)).catch((error: unknown) => report(String(error)))
        report(`${functionId} replaced`)
      }
    },
  })
}

const printUnusedPermissions = (api: LocalApi): void => {
  const lines = api
    .unusedPermissions()
    .map((permission) => `unused: ${permission.functionId} ${permission.action} on ${permission.resource}\n`)
  process.stderr.write(lines.join('') || 'Every granted permission was used.\n')
}
