import { ForksPoolWorker, type PoolRunnerInitializer, type VitestPluginContext, type WorkerRequest } from 'vitest/node'

type Listener = Parameters<ForksPoolWorker['on']>[1]

/** Bounds what the runs leave behind in a process. */
const runsOfProcess = 100

/**
 * A process that is kept for further files, or for the runs of further mutants: to start one, and to load the installed packages, takes longer
 * than most tests. Vitest's `isolate` loads the project's own modules anew for each file, in such a process too.
 */
class KeptWorker extends ForksPoolWorker {
  readonly #messageListeners = new Set<Listener>()
  #runs = 0
  hasEnded = false

  override on(event: string, listener: Listener): void {
    if (event === 'message') this.#messageListeners.add(listener)
    super.on(event, listener)
  }

  /** The process does not learn of a stop, because it would listen to nothing from then on. */
  override send(message: WorkerRequest): void {
    if (message.type !== 'stop') super.send(message)
    else for (const listener of this.#messageListeners) listener({ type: 'stopped', __vitest_worker_response__: true })
  }

  override async start(): Promise<void> {
    if (this.#runs > 0) return
    await super.start()
    super.on('exit', () => {
      this.hasEnded = true
    })
  }

  override async stop(): Promise<void> {
    for (const listener of this.#messageListeners) super.off('message', listener)
    this.#messageListeners.clear()
    this.#runs += 1
    if (this.hasEnded) return
    if (this.#runs < runsOfProcess) idle.push(this)
    else await this.end()
  }

  end(): Promise<void> {
    return super.stop()
  }
}

const idle: KeptWorker[] = []

const idleWorker = (): KeptWorker | undefined => {
  const worker = idle.pop()
  return worker?.hasEnded === true ? idleWorker() : worker
}

const pool: PoolRunnerInitializer = {
  name: 'kept-processes',
  createPoolWorker: (options) => idleWorker() ?? new KeptWorker(options),
}

/** Gives a project these processes, even where Stryker asks for `forks`. */
export const keptProcesses = {
  name: pool.name,
  configureVitest: ({ project, vitest }: VitestPluginContext): void => {
    Object.assign(project.config, { pool: pool.name, poolRunner: pool })
    vitest.onClose(async () => {
      await Promise.all(idle.splice(0).map((worker) => worker.end()))
    })
  },
}
