import { beforeEach, expect, test, vi } from 'vitest'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { oneOfEach, withSeed } from '../../support/runs.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { complaint } from './complaint.ts'
import { startInterceptedFunctions } from './interceptedFunctions.ts'
import type { Fault, InterceptedCall } from './interception.ts'
import { operationOf, play } from './play.ts'

const functions = await sharedByTests(startInterceptedFunctions())
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const writes: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'])

/** The time of a Lambda, of which the pauses between attempts take a part. */
const invocationMs = 10_000

/** Throttles a call and its first two repetitions. */
const throttledThrice = ({ action }: InterceptedCall, at: number) => {
  let left = 3
  return (call: InterceptedCall, index: number): Fault | undefined => {
    if (index < at || call.action !== action || left === 0) return undefined
    left--
    return 'throttle'
  }
}

const changing = fixtures.filter((fixture) => operationOf(fixture).method !== 'GET')

test.each(changing.map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const))(
  '%s: three throttles in a row of any write are not noticed',
  async (_name, fixture) => {
    for (const keyed of oneOfEach([[false, true]], `${fixture.operation} ${fixture.name}`)) {
      const script = { fixture, keyed, repeated: false, cold: false, invocationMs }
      const reference = await play(functions, script)

      for (const [at, call] of reference.calls.entries()) {
        if (!writes.has(call.action)) continue
        const played = await play(functions, { ...script, faultOf: throttledThrice(call, at) })

        expect(played.answers[0]?.status).toBe(fixture.status ?? 200)
        expect(complaint(script, played, reference, functions.names), withSeed(`call ${at}`)).toBeUndefined()
      }
    }
  },
)
