import { vi } from 'vitest'
import { accessOf, isReplayable, type Operation } from '../../shared/contract/operation.ts'
import { operations } from '../../shared/operations.ts'
import type { Fixture } from '../support/fixtures/fixture.ts'
import type { TestRequest } from '../support/httpEvent.ts'
import type { Answer } from '../support/operationCaller.ts'
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
  /** Whether the client asks again until it knows what has become of its request. */
  readonly repeated: boolean
  /** In function modules that have not run before: with what an execution environment does once. */
  readonly cold: boolean
  /** Whether the faults keep a call waiting. */
  readonly silent?: boolean
  /** Of each attempt, where another time than the usual is meant. */
  readonly invocationMs?: number
  readonly faultOf?: (call: InterceptedCall, index: number) => Fault | undefined
}

/** What a play has led to. */
export interface Played {
  /** Of each attempt; the first alone met faults. */
  readonly answers: readonly Answer[]
  /** Calls of the first attempt. */
  readonly calls: readonly InterceptedCall[]
  readonly state: readonly string[]
}

/** Milliseconds that a client waits for one attempt: as in production, and as little as an embedded engine needs. */
const patience = 1500
const impatience = 120

/** Milliseconds that an invocation has: what waits for the end of its time does so in bearable time. */
const time = 1500
const littleTime = 700

/** Attempts after which even a patient client gives up. */
const mostAttempts = 6

export const operationOf = ({ operation }: Fixture): Operation => {
  const found = operations.find(({ id }) => id === operation)
  if (found === undefined) throw new Error(`no operation ${operation}`)
  return found
}

/** An answer that does not tell whether the request had its effect: the client is to ask again, later if that is said. */
const isInDoubt = ({ status, body }: Answer): boolean => status >= 500 || body.code === 'request_in_progress'

/** Milliseconds that the client waits: as long as the answer tells, and longer each time. */
const pauseAfter = ({ headers }: Answer, attempt: number): number =>
  Math.max(Number(headers['retry-after'] ?? 0), 20 * attempt) * 1000

const untilKnown = async (ask: () => Promise<Answer>, first: Answer): Promise<readonly Answer[]> => {
  const answers = [first]
  const clock = takeClock()
  try {
    do {
      const last = answers.at(-1)
      if (last !== undefined && isInDoubt(last)) clock.forward(pauseAfter(last, answers.length))
      answers.push(await ask())
    } while (answers.length < mostAttempts && answers.slice(-1).some(isInDoubt))
  } finally {
    clock.stop()
  }
  return answers
}

/** Plays a fixture on empty tables, by a recipient of its own. */
export const play = async (functions: InterceptedFunctions, script: Script): Promise<Played> => {
  const { fixture, keyed, repeated, cold, silent, faultOf, invocationMs = silent ? littleTime : time } = script
  const { aws, interception } = functions
  const operation = operationOf(fixture)
  const names = tablesOf(accessOf(operation))
  interception.begin()
  await emptyTables(aws, names)
  const scene = functions.newScene()
  const { headers, ...prepared } = await fixture.request(scene)
  const key = keyed && isReplayable(operation) ? { 'idempotency-key': scene.unique('key') } : {}
  const request: TestRequest = { recipient: scene.recipient, ...prepared, headers: { ...headers, ...key } }
  const ask = () => callInTime(operation.id, request, invocationMs)
  if (cold) vi.resetModules()
  await adjustClients(silent ? impatience : patience)
  interception.begin(faultOf)
  const first = await ask()
  const calls = [...interception.calls]
  interception.begin()
  // What follows meets no faults: neither these attempts nor what the next play prepares.
  await adjustClients(patience)
  const answers = repeated ? await untilKnown(ask, first) : [first]
  return { answers, calls, state: await storedState(aws, names, functions.names) }
}
