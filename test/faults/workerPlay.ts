import type { WorkerFixture } from '../support/fixtures/workerFixtures.ts'
import { type WorkerStage, workerNamed, workerStage } from '../support/fixtures/workerStage.ts'
import { adjustClients } from './clients.ts'
import { type Clock, takeClock } from './clock.ts'
import type { InterceptedFunctions } from './interceptedFunctions.ts'
import type { Fault, InterceptedCall } from './interception.ts'
import { comparable, emptyTables, storedState, tablesOf } from './storedState.ts'

export interface WorkerScript {
  readonly fixture: WorkerFixture
  /** Whether the faults keep a call waiting. */
  readonly silent?: boolean
  readonly faultOf?: (call: InterceptedCall, index: number) => Fault | undefined
}

export interface WorkerPlayed {
  /** Of the first invocation, which alone met faults. */
  readonly calls: readonly InterceptedCall[]
  /** Whether the event was done with in the end. */
  readonly isDone: boolean
  readonly state: readonly string[]
  readonly outcome: unknown
}

/** Milliseconds that a client waits for one attempt: as in production, and as little as an embedded engine needs. */
const patience = 1500
const impatience = 120
/** Milliseconds that an invocation has, of a clock that runs so much faster. */
const time = 20_000
const speed = 10
/** Milliseconds until what was left is looked at again: longer than any lease. */
const pause = 5 * 60_000
const mostDeliveries = 6

/** An invocation, and whether its event is done with. */
const deliver = async (stage: WorkerStage, worker: string, event: unknown): Promise<boolean> => {
  const endsAt = Date.now() + time
  const context = { getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()) }
  try {
    const result = await stage.run(worker, event, context)
    return (result as { batchItemFailures?: readonly unknown[] } | undefined)?.batchItemFailures?.length !== 0
      ? result === undefined
      : true
  } catch {
    return false
  }
}

/** As Lambda does: again until it is done, and once more, for streams deliver at least once. */
const redeliver = async (stage: WorkerStage, worker: string, event: unknown, clock: Clock): Promise<boolean> => {
  let isDone = false
  for (let count = 1; count <= mostDeliveries && !isDone; count++) {
    clock.forward(pause)
    isDone = await deliver(stage, worker, event)
  }
  return isDone
}

/** Plays a worker's fixture on empty tables, by a recipient of its own. */
export const playWorker = async (functions: InterceptedFunctions, script: WorkerScript): Promise<WorkerPlayed> => {
  const { fixture, silent = false, faultOf } = script
  const { worker, prepare, later, outcome } = fixture
  const { interception, aws } = functions
  const names = tablesOf(workerNamed(worker).access)
  interception.begin()
  await emptyTables(aws, names)
  await adjustClients(patience)
  const stage = workerStage(functions)
  await prepare(stage)
  const event = await (fixture.event ?? ((given: WorkerStage) => given.eventFor(worker)))(stage)
  const clock = takeClock(speed)
  try {
    await adjustClients(silent ? impatience : patience)
    interception.begin(faultOf)
    await deliver(stage, worker, event)
    const calls = [...interception.calls]
    interception.begin()
    await adjustClients(patience)
    const isDone = await redeliver(stage, worker, event, clock)
    clock.forward(pause)
    await later?.(stage)
    return {
      calls,
      isDone,
      state: await storedState(aws, names, functions.names),
      outcome: comparable(await outcome?.(stage), functions.names),
    }
  } finally {
    clock.stop()
  }
}
