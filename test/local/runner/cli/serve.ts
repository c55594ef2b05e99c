import { formatRequest } from '../aws/trace.ts'
import { type LocalApi, startLocalApi } from '../localApi.ts'
import { demoRecipient } from './optionValues.ts'
import { ownInvocations } from './ownInvocations.ts'
import { portInUse } from './portInUse.ts'
import { printLog } from './printLog.ts'
import { startProviders } from './providers.ts'
import { readyMessage } from './readyMessage.ts'
import { requestNotice, type Served } from './requestNotice.ts'
import { announceApi } from './runningApis.ts'
import type { StartOptions } from './startOptions.ts'
import { installedStartPage, recordingFor } from './startPage.ts'
import { type StopSignal, stopSignal } from './stopSignal.ts'
import { assemblyOf } from './synthesis.ts'
import { templateOf } from './templateText.ts'
import type { StandIns, Toolchain } from './toolchain.ts'
import { watchSources } from './watchSources.ts'

interface Server {
  readonly options: StartOptions
  readonly toolchain: Toolchain
  readonly standIns: StandIns
  readonly signal: StopSignal
  /** Of `performance.now()`. */
  readonly startedAt: number
}

/**
 * Serves the local API until Ctrl-C or SIGTERM.
 *
 * @param startedAt of `performance.now()`
 */
export const serve = async (options: StartOptions, toolchain: Toolchain, startedAt: number): Promise<void> => {
  const signal = stopSignal()
  const standIns = await startProviders(options.providers, toolchain, { port: options.port })
  try {
    let ended = await run({ options, toolchain, standIns, signal, startedAt }, printReady)
    while (ended.kind === 'changed') {
      const again = { ...options, port: ended.port }
      const server = { options: again, toolchain, standIns, signal, startedAt: performance.now() }
      ended = await run(server, printRestarted)
    }
  } catch (error) {
    // Ctrl-C ends the synthesis too, and that is not a failure.
    if (!signal.isRequested) throw error
  } finally {
    await standIns.stop()
  }
}

type Announce = (server: Server, api: LocalApi, startPage: string | undefined) => Promise<void>

type Ended = { readonly kind: 'stopped' } | { readonly kind: 'changed'; readonly port: number }

/** Runs the deployment until a signal stops it, or until its sources make another deployment. */
const run = async (server: Server, announce: Announce): Promise<Ended> => {
  const { options, toolchain, standIns, signal } = server
  const { api, template, startPage } = await start(server)
  const forget = announceApi(toolchain.projectFolder, {
    ...addressesOf(api),
    dataFolder: options.dataFolder,
    sandboxLog: standIns.logUrl,
    pid: process.pid,
    startedAt: Date.now(),
  })
  const watch = options.watch ? await watchSources({ api, toolchain, template }) : undefined
  try {
    await announce(server, api, startPage)
    const change = watch?.templateChanged ?? new Promise<never>(() => {})
    const isChanged = await Promise.race([signal.requested.then(() => false), change.then(() => true)])
    return isChanged ? { kind: 'changed', port: Number(new URL(api.api).port) } : { kind: 'stopped' }
  } finally {
    forget()
    await watch?.close()
    await api.stop()
    if (options.unusedPermissions) printUnusedPermissions(api)
  }
}

const start = async ({ options, toolchain, standIns }: Server) => {
  const { port, hostNames, dataFolder, stack, ignore, engine, faults, inspect, variables } = options
  const page = await (toolchain.startPage ?? installedStartPage)(toolchain)
  const recording = page && recordingFor(page)
  const own = ownInvocations()
  let served: Served | undefined
  const synthesis = await assemblyOf(toolchain, options.assemblyFolder)
  try {
    const api = await startLocalApi({
      assemblyFolder: synthesis.assemblyFolder,
      stack,
      ignore,
      port,
      hostNames,
      dataFolder,
      engine,
      inspect,
      variables,
      pages: page?.pages,
      onLog: (line) => {
        if (!own.hasWritten(line)) printLog(line)
        recording?.onLog(line)
      },
      onAccepted: own.onAccepted,
      onRequest: (request) => {
        const text = served && requestNotice(request, served)
        if (text !== undefined) printLog({ source: 'gateway', stream: 'platform', requestId: undefined, text })
        recording?.onRequest(request)
      },
      // Units are measured for whoever looks at them.
      ...((options.trace || recording) && {
        onTrace: (trace) => {
          if (options.trace) process.stderr.write(`${formatRequest(trace)}\n`)
          recording?.onTrace(trace)
        },
      }),
      ...(faults !== undefined && { faults }),
      ...standIns.options,
    })
    if (options.verbose) printWithoutEffect(api)
    served = { routes: api.deployment.httpApi.routes, issuer: api.issuer }
    const sandboxLog = standIns.logUrl
    const startPage = await page?.open({ api, recipientId: demoRecipient, dataFolder, sandboxLog })
    return { api, template: templateOf(synthesis.assemblyFolder), startPage }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portInUse(port) : error
  } finally {
    synthesis.release()
  }
}

const addressesOf = ({ api, issuer, audience, dynamodb, s3 }: LocalApi) => ({ api, issuer, audience, dynamodb, s3 })

const printReady: Announce = async ({ options, toolchain, startedAt }, api, startPage) => {
  const token = await api.token(demoRecipient)
  const { websocket } = api
  // Creating links may invoke functions, which would use up injected faults or wait for a debugger.
  const isDisturbed = options.faults !== undefined || options.inspect !== undefined
  const links = isDisturbed ? [] : ((await toolchain.linksOf?.(api, demoRecipient)) ?? [])
  const state = { ...addressesOf(api), websocket, recipientId: demoRecipient, token }
  const urls = Object.fromEntries(links.map(({ name, url }) => [name, url]))
  if (options.json) return void process.stdout.write(`${JSON.stringify({ ...state, ...urls })}\n`)
  const milliseconds = performance.now() - startedAt
  const { deployment } = api
  const { dataFolder, providers } = options
  const callsProviders = toolchain.startStandIns !== undefined && providers === 'real'
  const { command } = toolchain
  process.stdout.write(
    readyMessage({ state, links, deployment, dataFolder, milliseconds, startPage, callsProviders, command }),
  )
}

const printRestarted = async ({ startedAt, options }: Server, { api, websocket }: LocalApi): Promise<void> => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const addresses = websocket === undefined ? api : `${api} and ${websocket}`
  const data = options.dataFolder === 'memory' ? 'without the data, which were in memory' : 'with its data'
  const text = `restarted in ${seconds} s, ${data}: ${addresses}`
  printLog({ source: 'watch', stream: 'platform', requestId: undefined, text })
}

const printWithoutEffect = ({ deployment }: LocalApi): void => {
  for (const text of deployment.withoutEffect)
    printLog({ source: 'no effect', stream: 'platform', requestId: undefined, text })
}

const printUnusedPermissions = (api: LocalApi): void => {
  const lines = api
    .unusedPermissions()
    .map((permission) => `unused: ${permission.functionId} ${permission.action} on ${permission.resource}\n`)
  process.stderr.write(lines.join('') || 'Every granted permission was used.\n')
}
