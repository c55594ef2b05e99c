import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { FunctionCredentials } from './environment.ts'
import {
  ExecutionEnvironment,
  type ExecutionEnvironmentOptions,
  type InvocationRequest,
} from './executionEnvironment.ts'
import type { InvocationResult } from './invocation.ts'
import { requestPayloadLimit } from './invocation.ts'
import { traceIdFor } from './traceId.ts'

export interface LambdaFunctionOptions
  extends Pick<ExecutionEnvironmentOptions, 'resource' | 'environment' | 'localHosts' | 'inspector' | 'onLog'> {
  /** Called with the id of an invocation before it runs. */
  readonly onAccepted?: ((requestId: string, event: unknown) => void) | undefined
  /** Called at the start of each process. Each has its own credentials, so that a call identifies its process. */
  readonly issueCredentials: () => FunctionCredentials
  /** Called at the end of each invocation that a process has run. */
  readonly onInvoked?: ((invocation: FinishedInvocation) => void) | undefined
  /** Invocations at once, beyond which one is throttled; the template's reserved concurrency wins. */
  readonly maxConcurrency?: number
  /** How long init may take; Lambda's 10 seconds by default. */
  readonly initLimitMilliseconds?: number
  /** Processes at once, beyond which an invocation waits for one: this machine is smaller than a region. */
  readonly maxProcesses?: number
}

export interface FinishedInvocation {
  readonly result: InvocationResult
  /** The access key of the process that ran it. */
  readonly accessKeyId: string
  /** The duration without the wait for a process and its start. */
  readonly milliseconds: number
}

interface WaitingInvocation extends InvocationRequest {
  /** Of `performance.now()`. */
  readonly since: number
  settle(result: InvocationResult): void
}

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
const defaultInitLimitMilliseconds = 10_000

/** A process ends when it has been idle for this long: sooner than Lambda ends one, because this machine has them all. */
const idleMilliseconds = 60_000
const trimMilliseconds = 10_000

/** Processes that invocations get at once; more would share the same processors and memory. */
export const promptProcesses = Math.max(2, availableParallelism())

/** An invocation gets one process more when none has ended for so long, because those that run wait for something else than a processor … */
const patienceMilliseconds = 200
/** … or when it has waited for so long itself. */
const longestWaitMilliseconds = 1000

interface IdleEnvironment {
  readonly environment: ExecutionEnvironment
  /** Of `performance.now()`. */
  readonly since: number
}

/** A function as Lambda runs it: processes on demand, one invocation at a time in each. */
export class LambdaFunction {
  readonly #options: LambdaFunctionOptions
  readonly #maxConcurrency: number
  readonly #maxProcesses: number
  readonly #promptProcesses: number
  /** Every process that is not known to be dead, with the generation of its code. */
  readonly #environments = new Map<ExecutionEnvironment, number>()
  readonly #waiting: WaitingInvocation[] = []
  /** Idle processes, of which the last used is reused first. */
  #idle: IdleEnvironment[] = []
  #trimming: NodeJS.Timeout | undefined
  #growing: NodeJS.Timeout | undefined
  #starting = 0
  #inFlight = 0
  #codeFolder: string
  #generation = 0
  /** When an invocation ended last, of `performance.now()`. */
  #endedAt = 0
  /** When a process became ready last. */
  #readyAt = 0
  #isStopped = false

  constructor(options: LambdaFunctionOptions) {
    this.#options = options
    this.#codeFolder = options.resource.codeFolder
    this.#maxConcurrency = options.resource.reservedConcurrency ?? options.maxConcurrency ?? 1000
    this.#maxProcesses = options.inspector === undefined ? (options.maxProcesses ?? 8) : 1
    this.#promptProcesses = Math.min(promptProcesses, this.#maxProcesses)
  }

  /** Invokes synchronously, with any value that JSON can express; never rejects. */
  async invoke(event: unknown, requestId: string = randomUUID()): Promise<InvocationResult> {
    const payload = JSON.stringify(event) ?? 'null'
    if (Buffer.byteLength(payload) > requestPayloadLimit) {
      return { kind: 'request_too_large', errorMessage: `Request must be smaller than ${requestPayloadLimit} bytes` }
    }
    if (this.#isStopped) return stoppedResult('')
    if (this.#inFlight >= this.#maxConcurrency) return { kind: 'throttled', errorMessage: 'Rate Exceeded.' }
    this.#inFlight += 1
    const { promise, resolve } = Promise.withResolvers<InvocationResult>()
    const [traceId, since] = [traceIdFor(event), performance.now()]
    this.#options.onAccepted?.(requestId, event)
    this.#waiting.push({ requestId, payload, traceId, since, settle: resolve })
    this.#dispatch()
    const result = await promise
    this.#inFlight -= 1
    return result
  }

  /** Starts a process before it is needed, unless one is there. */
  async warm(): Promise<void> {
    if (this.#environments.size === 0) await this.#start()
  }

  /** Makes later invocations run the code in this folder; running ones end undisturbed. */
  async replaceCode(codeFolder: string): Promise<void> {
    this.#codeFolder = codeFolder
    this.#generation += 1
    const retired = this.#idle
    this.#idle = []
    const isPortFree = this.#options.inspector === undefined
    if (this.#environments.size > 0 && !this.#isStopped && isPortFree) void this.#start()
    await Promise.all(retired.map(({ environment }) => this.#end(environment)))
  }

  /** Kills every process; resolves when all are dead. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#idle = []
    clearInterval(this.#trimming)
    clearTimeout(this.#growing)
    this.#dispatch()
    await Promise.all([...this.#environments.keys()].map((environment) => this.#end(environment)))
  }

  #dispatch(): void {
    if (this.#isStopped) {
      for (const invocation of this.#waiting.splice(0)) invocation.settle(stoppedResult(invocation.requestId))
    }
    while (this.#waiting.length > 0) {
      const idle = this.#idle.pop()
      if (idle === undefined) break
      const invocation = this.#waiting.shift()
      if (invocation !== undefined) void this.#run(idle.environment, invocation)
    }
    while (this.#starting < this.#waiting.length && this.#environments.size < this.#promptProcesses) void this.#start()
    if (this.#isShort) this.#growing ??= setTimeout(() => this.#grow(), patienceMilliseconds)
  }

  get #isShort(): boolean {
    return this.#starting < this.#waiting.length && this.#environments.size < this.#maxProcesses
  }

  /** Starts a process when an invocation has waited too long. */
  #grow(): void {
    this.#growing = undefined
    const now = performance.now()
    const since = Math.max(this.#waiting[0]?.since ?? now, this.#readyAt)
    const isStuck = now - Math.max(since, this.#endedAt) >= patienceMilliseconds
    const isLate = now - since >= longestWaitMilliseconds
    if (this.#isShort && this.#starting === 0 && (isStuck || isLate)) void this.#start()
    this.#dispatch()
  }

  async #start(): Promise<void> {
    const { issueCredentials, initLimitMilliseconds = defaultInitLimitMilliseconds } = this.#options
    const environment = new ExecutionEnvironment({
      ...this.#options,
      codeFolder: this.#codeFolder,
      credentials: issueCredentials(),
      initLimitMilliseconds,
    })
    this.#environments.set(environment, this.#generation)
    this.#starting += 1
    const failure = await environment.initialized
    this.#starting -= 1
    this.#readyAt = performance.now()
    if (failure === undefined) return this.#release(environment)
    const invocation = this.#waiting.shift()
    invocation?.settle({ ...failure, requestId: invocation.requestId })
    await this.#end(environment)
  }

  async #run(environment: ExecutionEnvironment, invocation: WaitingInvocation): Promise<void> {
    const startedAt = performance.now()
    const result = await environment.invoke(invocation)
    this.#endedAt = performance.now()
    if (result.kind === 'undelivered') this.#waiting.unshift(invocation)
    else {
      const { accessKeyId } = environment
      this.#options.onInvoked?.({ result, accessKeyId, milliseconds: performance.now() - startedAt })
      invocation.settle(result)
    }
    this.#release(environment)
  }

  /** Takes a process back into the pool, unless it is dead or runs code that has been replaced. */
  #release(environment: ExecutionEnvironment): void {
    const isCurrent = this.#environments.get(environment) === this.#generation
    if (isCurrent && environment.isAlive && !this.#isStopped) {
      this.#idle.push({ environment, since: performance.now() })
      if (this.#options.inspector === undefined)
        this.#trimming ??= setInterval(() => this.#trim(), trimMilliseconds).unref()
    } else void this.#end(environment)
    this.#dispatch()
  }

  /** Ends the processes that have been idle for long; those used last are at the end. */
  #trim(): void {
    const isLong = ({ since }: IdleEnvironment) => performance.now() - since > idleMilliseconds
    const count = this.#idle.findIndex((idle) => !isLong(idle))
    for (const { environment } of this.#idle.splice(0, count === -1 ? this.#idle.length : count))
      void this.#end(environment)
    if (this.#idle.length > 0) return
    clearInterval(this.#trimming)
    this.#trimming = undefined
  }

  async #end(environment: ExecutionEnvironment): Promise<void> {
    await environment.end()
    this.#environments.delete(environment)
    this.#dispatch()
  }
}

const stoppedResult = (requestId: string): InvocationResult => {
  const errorMessage = 'The function was stopped before it could run this invocation'
  return { kind: 'error', requestId, phase: 'init', errorType: 'ServiceException', errorMessage, trace: [] }
}
