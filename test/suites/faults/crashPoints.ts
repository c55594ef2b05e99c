import { describe, expect, test } from 'vitest'
import { isReplayable, type Operation } from '../../../shared/contract/operation.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import { oneOf } from '../../support/runs.ts'
import { complaint } from './complaint.ts'
import { crashSuite } from './crashSuite.ts'
import type { InterceptedCall } from './interception.ts'
import { operationOf, type Played, play, type Script } from './play.ts'
import { faultAt, nameOf, type Point, pointsOf } from './point.ts'

/** Calls that an execution environment makes only once. */
const isOfStart = ({ service, action }: InterceptedCall): boolean => service === 'ssm' || action === 'GenerateMac'

/** Whether an operation may make such calls: of no other one are the modules loaded anew. */
const hasStart = ({ access, providers = [] }: Operation): boolean =>
  providers.length > 0 || Object.values(access).flat().includes('GenerateMac')

/** The calls of the store that a way through an operation makes at least: a suite that saw none would pass without a point. */
const fewestCalls = ({ storeCalls = '' }: Fixture): number => storeCalls.split(' ').filter((call) => call !== '').length

/**
 * Tests the points of the fixtures: each call of an operation × a fault, as a single fault or as the end of the invocation. Each point is played separately, and compared with a play without a fault.
 */
export const testCrashPoints = (fixtures: readonly Fixture[]): void => {
  const suite = crashSuite('operations')

  const complaintAt = (point: Point, script: Script, played: Played, reference: Played): readonly string[] => {
    suite.count()
    const wrong = complaint(script, played, reference, suite.functions.names)
    return wrong === undefined ? [] : [`${nameOf(point)}: ${wrong}`]
  }

  /** The complaints at the selected points of a script, or at every `share`th of them. */
  const complaintsOf = async (
    script: Script,
    isMeant: (point: Point) => boolean,
    share = 1,
  ): Promise<readonly string[]> => {
    const reference = await play(suite.functions, script)
    expect(reference.answers[0]?.status).toBe(script.fixture.status ?? 200)
    expect(reference.calls.length).toBeGreaterThanOrEqual(fewestCalls(script.fixture))
    const complaints: string[] = []
    for (const point of oneOf(share, pointsOf(reference.calls, script.fixture.name, isMeant))) {
      const played = await play(suite.functions, {
        ...script,
        silent: point.fault === 'timeout',
        faultOf: faultAt(point),
      })
      complaints.push(...complaintAt(point, script, played, reference))
      if (point.lasts || !played.unrepeated || !reference.unrepeated) continue
      complaints.push(...complaintAt(point, { ...script, repeated: false }, played.unrepeated, reference.unrepeated))
    }
    return complaints
  }

  describe.each(fixtures.map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const))(
    '%s',
    (_name, fixture) => {
      const operation = operationOf(fixture)
      const isKeyed = isReplayable(operation)
      // An operation without a key needs no third test: its play would be the first attempt of the first test's.
      const examinedBefore = operation.method !== 'GET' && !isKeyed

      test('whatever goes wrong at any call, its repetition loses nothing and doubles nothing', async () => {
        const script = { fixture, keyed: true, repeated: true, examinedBefore, cold: false }
        // The calls of a start are another test's.
        if (hasStart(operation)) await play(suite.functions, script)

        expect(await complaintsOf(script, () => true)).toEqual([])
      })

      test.runIf(hasStart(operation))(
        'whatever goes wrong at the calls of a start, its repetition loses nothing and doubles nothing',
        async () => {
          const script = { fixture, keyed: true, repeated: true, examinedBefore, cold: true }

          expect(await complaintsOf(script, ({ call }) => isOfStart(call))).toEqual([])
        },
      )

      test.runIf(isKeyed)('a single fault is mended without the client', async () => {
        const script = { fixture, keyed: false, repeated: false, cold: false }

        // The first test has met every call: runs take turns at half of them.
        expect(await complaintsOf(script, ({ lasts }) => !lasts, 2)).toEqual([])
      })
    },
  )
}
