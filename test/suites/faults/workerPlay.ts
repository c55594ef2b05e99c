import type { WorkerFixture } from '../../support/fixtures/workerFixtures.ts'
import { type WorkerStage, workerNamed, workerStage } from '../../support/fixtures/workerStage.ts'
import { adjustClients } from './clients.ts'
import { type Clock, takeClock } from './clock.ts'
import type { InterceptedFunctions } from './interceptedFunctions.ts'
import type { Fault, InterceptedCall } from './interception.ts'
import { comparable, emptyTables, storedState, tablesOf } from './storedState.ts'

export interface WorkerScript {
  readonly fixture: WorkerFixture
  /** Whether the faults delay a call. */
  readonly silent?: boolean
  readonly faultOf?: (call: InterceptedCall, index: number) => Fault | undefined
}

export interface WorkerPlayed {
  /** The calls of the first invocation, the only one with faults. */
  readonly calls: readonly InterceptedCall[]
  /** Whether the event was handled in the end. */
  readonly isDone: boolean
  readonly state: readonly string[]
  readonly outcome: unknown
}

/** The milliseconds that a client waits for one attempt: those of production, and those that are enough for an embedded engine. */
const patience = 1500
const impatience = 120
/** The milliseconds of an invocation, by the clock that runs faster. */
const time = 20_000
const speed = 10
/** The rest is taken up again after this time, which is longer than any lease. */
const pause = 5 * 60_000
const mostDeliveries = 6

/** An invocation, and whether it has handled its event. */
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

/** Invokes as Lambda does: again until the event is handled, and once more, because streams deliver at least once. */
const redeliver = async (stage: WorkerStage, worker: string, event: unknown, clock: Clock): Promise<boolean> => {
  let isDone = false
  for (let count = 1; count <= mostDeliveries && !isDone; count++) {
    clock.forward(pause)
    isDone = await deliver(stage, worker, event)
  }
  return isDone
}

/** Plays a worker's fixture on empty tables with a new recipient. */
export const playWorker = async (functions: InterceptedFunctions, script: WorkerScript): Promise<WorkerPlayed> => {
  const { fixture, silent = false, faultOf } = script
  const { worker, prepare, later, outcome } = fixture
  const { interception, aws } = functions
  const names = tablesOf(workerNamed(worker).access)
  interception.begin()
  await interception.settled()
  await emptyTables(aws, names)
  await adjustClients(patience)
  const stage = workerStage(functions)
  await prepare(stage)
  const event = await (fixture.event ?? ((given: WorkerStage) => given.eventFor(worker)))(stage)
  const clock = takeClock(speed)
  try {
    await adjustClients(silent ? impatience : patience)
    interception.begin(faultOf, silent)
    await deliver(stage, worker, event)
    const calls = [...interception.calls]
    interception.begin()
    await adjustClients(patience)
    const isDone = await redeliver(stage, worker, event, clock)
    clock.forward(pause)
    await later?.(stage)
    await interception.settled()
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
