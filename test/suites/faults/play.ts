import { vi } from 'vitest'
import { accessOf, isReplayable, type Operation } from '../../../shared/contract/operation.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { type Answer, operationNamed } from '../../support/operationCaller.ts'
import { callInTime } from './caller.ts'
import { adjustClients } from './clients.ts'
import { takeClock } from './clock.ts'
import type { InterceptedFunctions } from './interceptedFunctions.ts'
import type { Fault, InterceptedCall } from './interception.ts'
import { emptyTables, storedState, tablesOf } from './storedState.ts'

/** How a fixture is played. */
export interface Script {
  readonly fixture: Fixture
  /** With an `Idempotency-Key`, where the operation honours one. */
  readonly keyed: boolean
  /** Whether the client repeats its request until it knows the outcome. */
  readonly repeated: boolean
  /** Whether the state is also read after the first attempt, before any repetition; see `unrepeated`. */
  readonly examinedBefore?: boolean
  /** Whether the function modules are loaded anew, so that they do what an execution environment does once. */
  readonly cold: boolean
  /** Whether the faults delay a call. */
  readonly silent?: boolean
  /** The time of each attempt, if it is not the usual one. */
  readonly invocationMs?: number
  readonly faultOf?: (call: InterceptedCall, index: number) => Fault | undefined
}

/** The outcome of a play. */
export interface Played {
  /** The answers of all attempts. Only the first one met faults. */
  readonly answers: readonly Answer[]
  /** The calls of the first attempt. */
  readonly calls: readonly InterceptedCall[]
  readonly state: readonly string[]
  /** The outcome after the first attempt, if the script asks for it. */
  readonly unrepeated?: Played
}

/** The milliseconds that a client waits for one attempt: those of production, and those that are enough for an embedded engine. */
const patience = 1500
const impatience = 120

/** The milliseconds of an invocation, and of one with a silent fault. They are few, so that tests of its end do not take long. */
const time = 1500
const littleTime = 700

/** After this number of attempts, even a patient client gives up. */
const mostAttempts = 6

export const operationOf = ({ operation }: Fixture): Operation => operationNamed(operation)

/** Whether an answer leaves open if the request had its effect. The client repeats it then, after `Retry-After` if that is given. */
const isInDoubt = ({ status, body }: Answer): boolean => status >= 500 || body.code === 'request_in_progress'

/** The milliseconds that the client waits: those of the answer, and more with each attempt. */
const pauseAfter = ({ headers }: Answer, attempt: number): number =>
  Math.max(Number(headers['retry-after'] ?? 0), 20 * attempt) * 1000

/** The answers until the outcome is known. While the client waits, the calls of the attempt before come to their end. */
const untilKnown = async (
  ask: () => Promise<Answer>,
  first: Answer,
  settled: () => Promise<void>,
): Promise<readonly Answer[]> => {
  const answers = [first]
  const clock = takeClock()
  try {
    do {
      const last = answers.at(-1)
      if (last !== undefined && isInDoubt(last)) clock.forward(pauseAfter(last, answers.length))
      await settled()
      answers.push(await ask())
    } while (answers.length < mostAttempts && answers.slice(-1).some(isInDoubt))
  } finally {
    clock.stop()
  }
  return answers
}

/** Plays a fixture on empty tables with a new recipient. */
export const play = async (functions: InterceptedFunctions, script: Script): Promise<Played> => {
  const { fixture, keyed, repeated, examinedBefore, cold, silent, faultOf } = script
  const invocationMs = script.invocationMs ?? (silent ? littleTime : time)
  const { aws, interception } = functions
  const operation = operationOf(fixture)
  const names = tablesOf(accessOf(operation))
  interception.begin()
  await interception.settled()
  await emptyTables(aws, names)
  const scene = functions.newScene()
  const { headers, ...prepared } = await fixture.request(scene)
  const key = keyed && isReplayable(operation) ? { 'idempotency-key': scene.unique('key') } : {}
  const request: TestRequest = { recipient: scene.recipient, ...prepared, headers: { ...headers, ...key } }
  const ask = (milliseconds: number) => callInTime(operation.id, request, milliseconds)
  if (cold) vi.resetModules()
  await adjustClients(silent ? impatience : patience)
  interception.begin(faultOf, silent ?? false)
  const first = await ask(invocationMs)
  const calls = [...interception.calls]
  interception.begin()
  // From here on there are no faults, neither for these attempts nor for the preparation of the next play.
  await adjustClients(patience)
  const played = async (answers: readonly Answer[]): Promise<Played> => {
    await interception.settled()
    return { answers, calls, state: await storedState(aws, names, functions.names) }
  }
  const unrepeated = examinedBefore ? await played([first]) : undefined
  return {
    ...(await played(repeated ? await untilKnown(() => ask(time), first, interception.settled) : [first])),
    ...(unrepeated && { unrepeated }),
  }
}
