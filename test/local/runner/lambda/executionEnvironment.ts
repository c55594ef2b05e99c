import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FunctionResource } from '../deployment.ts'
import { type FunctionCredentials, processEnvironment } from './environment.ts'
import { errorResult, exitReport, type Failure, timeoutMessage } from './failure.ts'
import { heapArguments } from './heapArguments.ts'
import type { InvocationPhase, InvocationResult, LogLine } from './invocation.ts'
import { responsePayloadLimit } from './invocation.ts'
import { readLines } from './lineReader.ts'
import { watchMemory } from './memoryWatchdog.ts'
import { nodeFor } from './nodeFor.ts'
import { reapAtExit, unref } from './reaper.ts'
import { type DeliveredInvocation, type RuntimeApi, startRuntimeApi } from './runtimeApi.ts'

const bootstrapFile = fileURLToPath(new URL('bootstrap.cjs', import.meta.url))

export interface ExecutionEnvironmentOptions {
  readonly resource: FunctionResource
  readonly codeFolder: string
  /** All variables except those of a single process; see `environment.ts`. */
  readonly environment: Readonly<Record<string, string>>
  readonly credentials: FunctionCredentials
  /** Host of the app at AWS → local address; `*.amazonaws.com` is for calls that the process signs. */
  readonly localHosts?: Readonly<Record<string, string>> | undefined
  readonly initLimitMilliseconds: number
  /** Set when a debugger may attach: then one process runs all invocations, awake, without limits of time and memory. */
  readonly inspector?: Inspector | undefined
  readonly onLog: (line: LogLine) => void
}

export interface Inspector {
  readonly port: number
  /** Whether the process waits for a debugger before it runs. */
  readonly waits: boolean
}

const inspectorArguments = ({ port, waits }: Inspector): readonly string[] => [
  `--${waits ? 'inspect-wait' : 'inspect'}=127.0.0.1:${port}`,
]

/**
 * How long a process that has answered stays awake for its next invocation. To freeze and thaw it wakes each of its dozen threads twice, which takes a
 * quarter of the processor time of a short invocation.
 */
const wakefulMilliseconds = 5

/** The descriptor by which a process asks its Runtime API; see `bootstrap.cjs`. */
const runtimeApiPipe = 3

/** A day, which is used in place of "no limit". */
const unlimitedMilliseconds = 86_400_000

export type InvocationRequest = Pick<DeliveredInvocation, 'requestId' | 'payload' | 'traceId'>

/** An invocation that the process ended without fetching is not a failure: another process can run it. */
export type EnvironmentResult = InvocationResult | { readonly kind: 'undelivered' }

/**
 * Lambda's execution environment: one process of a function, which runs one invocation at a time and is frozen between them.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export class ExecutionEnvironment {
  /** Resolves when init is over: with the failure, or with undefined. */
  readonly initialized: Promise<Failure | undefined>
  readonly #options: ExecutionEnvironmentOptions
  readonly #closed = Promise.withResolvers<void>()
  readonly #initialized = Promise.withResolvers<Failure | undefined>()
  #phase: InvocationPhase = 'init'
  #child: ChildProcessByStdio<null, Readable, Readable> | undefined
  #runtimeApi: RuntimeApi | undefined
  #invocation: { readonly requestId: string; settle(result: EnvironmentResult): void } | undefined
  /** Why the process is being killed, if it is. */
  #killed: { readonly errorType: string } | undefined
  #lastRequestId: string | undefined
  /** Freezes the process soon, unless an invocation comes first. */
  #freezing: NodeJS.Timeout | undefined
  #isFrozen = false
  #stopWatching: () => void = () => {}

  constructor(options: ExecutionEnvironmentOptions) {
    this.#options = options
    this.initialized = this.#initialized.promise
    this.#start().catch((error: unknown) => this.#refuse(error))
  }

  get accessKeyId(): string {
    return this.#options.credentials.accessKeyId
  }

  get isAlive(): boolean {
    return this.#killed === undefined && this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Runs one invocation; the process must be initialized and have answered its last one. */
  invoke({ requestId, payload, traceId }: InvocationRequest): Promise<EnvironmentResult> {
    const { resource, inspector } = this.#options
    const { promise, resolve } = Promise.withResolvers<EnvironmentResult>()
    const limitMilliseconds = inspector === undefined ? resource.timeoutSeconds * 1000 : unlimitedMilliseconds
    const timer = setTimeout(() => this.#timeOut(requestId), limitMilliseconds)
    this.#lastRequestId = requestId
    this.#invocation = {
      requestId,
      settle: (result) => {
        clearTimeout(timer)
        this.#invocation = undefined
        resolve(result)
      },
    }
    if (!this.isAlive) {
      this.#invocation.settle({ kind: 'undelivered' })
      return promise
    }
    this.#thaw()
    this.#runtimeApi?.deliver({
      requestId,
      functionArn: resource.arn,
      deadline: Date.now() + limitMilliseconds,
      traceId,
      payload,
    })
    return promise
  }

  /** Kills the process; resolves when it is dead and its last log line was read. */
  end(): Promise<void> {
    this.#kill('Runtime.ExitError')
    return this.#closed.promise
  }

  async #start(): Promise<void> {
    const { resource, codeFolder, environment, credentials, localHosts = {} } = this.#options
    const { initLimitMilliseconds, inspector } = this.#options
    const limitMilliseconds = inspector === undefined ? initLimitMilliseconds : unlimitedMilliseconds
    const initTimer = setTimeout(() => this.#timeOutInit(), limitMilliseconds)
    void this.initialized.then(() => clearTimeout(initTimer))
    this.#runtimeApi = await startRuntimeApi({
      onIdle: () => this.#onIdle(),
      onResponse: (requestId, body) => this.#onResponse(requestId, body),
      onInvocationError: (requestId, report) => this.#settle(requestId, errorResult(requestId, 'invoke', report)),
      onInitError: (report) => this.#initialized.resolve(errorResult('', 'init', report)),
    })
    const child = spawn(
      nodeFor({ runtime: resource.runtime, codeFolder }).file,
      [...this.#nodeArguments(), bootstrapFile, JSON.stringify(localHosts)],
      {
        // The process leaves the terminal's process group: Ctrl-C reaches only the harness, which ends its children in order.
        detached: true,
        cwd: codeFolder,
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        env: {
          ...environment,
          ...processEnvironment({
            codeFolder,
            bootstrapFile,
            runtimeApi: this.#runtimeApi.address,
            logStreamName: logStreamName(),
            credentials,
          }),
        },
      },
    ) as ChildProcessByStdio<null, Readable, Readable>
    this.#child = child
    this.#listen(child)
    this.#runtimeApi.serve(child.stdio[runtimeApiPipe] as Socket)
    if (this.#killed !== undefined) child.kill('SIGKILL')
    this.#watchMemory()
  }

  #nodeArguments(): readonly string[] {
    const { codeFolder, resource, inspector } = this.#options
    // Lambda passes no such flag, and deployed bundles have no maps.
    const hasMaps = existsSync(codeFolder) && readdirSync(codeFolder).some((file) => file.endsWith('.map'))
    return [
      ...heapArguments(resource),
      ...(hasMaps ? ['--enable-source-maps'] : []),
      ...(inspector ? inspectorArguments(inspector) : []),
    ]
  }

  #refuse(error: unknown): void {
    const report = { errorType: 'Runtime.InvalidEntrypoint', errorMessage: String(error), trace: [] }
    this.#initialized.resolve(errorResult('', 'init', report))
    if (this.#child === undefined) this.#closed.resolve()
  }

  #listen(child: ChildProcessByStdio<null, Readable, Readable>): void {
    const forget = child.pid === undefined ? () => {} : reapAtExit(child.pid)
    readLines(child.stdout, (text) => this.#log('stdout', text))
    readLines(child.stderr, (text) => this.#log('stderr', text))
    for (const handle of [child, child.stdout, child.stderr]) unref(handle)
    child.on('error', (error) => this.#refuse(error))
    child.on('close', (status, signal) => {
      forget()
      this.#onClose(status, signal)
    })
  }

  #onIdle(): void {
    this.#phase = 'invoke'
    this.#initialized.resolve(undefined)
    if (this.#options.inspector === undefined) this.#freezing = setTimeout(() => this.#freeze(), wakefulMilliseconds)
  }

  #freeze(): void {
    this.#stopWatching()
    this.#child?.kill('SIGSTOP')
    this.#isFrozen = true
  }

  #thaw(): void {
    clearTimeout(this.#freezing)
    if (!this.#isFrozen) return
    this.#isFrozen = false
    this.#child?.kill('SIGCONT')
    this.#watchMemory()
  }

  #watchMemory(): void {
    const pid = this.#child?.pid
    if (pid === undefined || this.#options.inspector !== undefined) return
    const { memoryMegabytes } = this.#options.resource
    const stop = watchMemory(pid, memoryMegabytes, () => this.#kill('Runtime.OutOfMemory'))
    this.#stopWatching = () => {
      this.#stopWatching = () => {}
      stop()
    }
  }

  #onResponse(requestId: string, body: Buffer | undefined): void {
    if (body === undefined) {
      const errorMessage = `Response payload size exceeded maximum allowed payload size (${responsePayloadLimit} bytes).`
      const report = { errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] }
      this.#settle(requestId, errorResult(requestId, 'invoke', report))
      return
    }
    try {
      this.#settle(requestId, { kind: 'success', requestId, payload: JSON.parse(body.toString()) })
    } catch (error) {
      const report = { errorType: 'Runtime.MalformedResponse', errorMessage: String(error), trace: [] }
      this.#settle(requestId, errorResult(requestId, 'invoke', report))
    }
  }

  #settle(requestId: string, result: EnvironmentResult): void {
    if (this.#invocation?.requestId === requestId) this.#invocation.settle(result)
  }

  #timeOut(requestId: string): void {
    const errorMessage = timeoutMessage(this.#options.resource.timeoutSeconds)
    this.#log('platform', `${requestId} ${errorMessage}`)
    this.#settle(requestId, { kind: 'timeout', requestId, phase: 'invoke', errorMessage })
    this.#kill('Sandbox.Timedout')
  }

  #timeOutInit(): void {
    const errorMessage = timeoutMessage(this.#options.initLimitMilliseconds / 1000)
    this.#log('platform', `Init: ${errorMessage}`)
    this.#initialized.resolve({ kind: 'timeout', requestId: '', phase: 'init', errorMessage })
    this.#kill('Sandbox.Timedout')
  }

  #kill(errorType: string): void {
    this.#killed ??= { errorType }
    this.#child?.kill('SIGKILL')
  }

  #onClose(status: number | null, signal: NodeJS.Signals | null): void {
    this.#stopWatching()
    clearTimeout(this.#freezing)
    const report = exitReport(this.#killed?.errorType, status, signal)
    const isUndelivered = this.#runtimeApi?.hasUndelivered() ?? true
    this.#runtimeApi?.stop()
    this.#initialized.resolve(errorResult('', 'init', report))
    const { requestId } = this.#invocation ?? {}
    if (requestId !== undefined && !isUndelivered) {
      this.#log('platform', report.errorMessage)
      this.#settle(requestId, errorResult(requestId, 'invoke', report))
    } else this.#invocation?.settle({ kind: 'undelivered' })
    this.#closed.resolve()
  }

  #log(stream: LogLine['stream'], text: string): void {
    const requestId = this.#phase === 'init' ? undefined : this.#lastRequestId
    this.#options.onLog({ source: this.#options.resource.id, stream, requestId, text })
  }
}

const logStreamName = (): string => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  return `${day}/[$LATEST]${randomBytes(16).toString('hex')}`
}
