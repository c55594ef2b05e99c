import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { workers } from '../../../shared/workers.ts'
import { workerFixtures } from '../../support/fixtures/workerFixtures.ts'
import { differenceOf } from './complaint.ts'
import { crashSuite } from './crashSuite.ts'
import { faultAt, nameOf, pointsOf } from './point.ts'
import { playWorker, type WorkerPlayed, type WorkerScript } from './workerPlay.ts'

const suite = crashSuite('workers')

const complaint = ({ fixture }: WorkerScript, played: WorkerPlayed, reference: WorkerPlayed): string | undefined => {
  if (!played.isDone) return 'came to no end'
  if (fixture.alternatives?.some((alternative) => isDeepStrictEqual(alternative, played.outcome))) return undefined
  if (!isDeepStrictEqual(played.outcome, reference.outcome)) return `led to ${JSON.stringify(played.outcome)}`
  if (isDeepStrictEqual(played.state, reference.state)) return undefined
  return differenceOf(played.state, reference.state)
}

test('every worker has a fixture, and every fixture a worker', () => {
  const covered = new Set(workerFixtures.map(({ worker }) => worker))

  expect([...covered].sort()).toEqual(workers.map(({ id }) => id).sort())
})

test.each(
  workerFixtures
    .filter(({ large }) => large !== true)
    .map((fixture) => [`${fixture.worker}: ${fixture.name}`, fixture] as const),
)(
  '%s: whatever goes wrong at any call, the next deliveries lose nothing and double nothing',
  async (_name, fixture) => {
    const reference = await playWorker(suite.functions, { fixture })
    const complaints: string[] = []

    for (const point of pointsOf(reference.calls, fixture.name)) {
      suite.count()
      const script = { fixture, silent: point.fault === 'timeout', faultOf: faultAt(point) }
      const wrong = complaint(script, await playWorker(suite.functions, script), reference)
      if (wrong !== undefined) complaints.push(`${nameOf(point)}: ${wrong}`)
    }

    expect(reference.calls.length).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  },
)
