import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mappingOf, openWorkbench, sortKeys, succeeded, type Workbench } from './eventSourcesOnEngine.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench({ durable: true })
})
afterEach(() => bench.close())

test('records that were written while no mapping ran are delivered after a restart, the others not again', async () => {
  const first = await bench.start([mappingOf()])
  await bench.put('a', '1')
  await first.idle()
  await first.stop()
  await bench.put('a', '2')
  await bench.restartEngine()
  await bench.put('a', '3')

  const second = await bench.start([mappingOf()])
  await second.idle()

  expect(sortKeys(first.invocations)).toEqual(['1'])
  expect(sortKeys(second.invocations)).toEqual(['2', '3'])
})

test('a batch under way at the stop comes again', async () => {
  const first = await bench.start([mappingOf()], () => new Promise(() => undefined))
  await bench.put('a', '1')
  await vi.waitFor(() => expect(first.invocations).not.toEqual([]), 20_000)
  await first.stop()

  const second = await bench.start([mappingOf()])
  await second.idle()

  expect(sortKeys(second.invocations)).toEqual(['1'])
})

test('with lanes, a settled record after an unsettled one is delivered again, so that none is lost', async () => {
  const lanes = mappingOf({ batchSize: 1, parallelizationFactor: 4 })
  const keys = Array.from({ length: 12 }, (_, n) => `k${n}`)
  const first = await bench.start([lanes], ({ records }) =>
    records[0]?.dynamodb.Keys['pk']?.['S'] === 'k0' ? new Promise(() => undefined) : succeeded(),
  )
  for (const pk of keys) await bench.put(pk, pk)
  await vi.waitFor(() => expect(first.invocations.length).toBeGreaterThanOrEqual(6), 20_000)
  await first.stop()

  const second = await bench.start([lanes])
  await second.idle()

  expect(sortKeys(second.invocations).toSorted()).toEqual(keys.toSorted())
})

test('LATEST keeps its place over a restart, even before its first record', async () => {
  const latest = mappingOf({ startingPosition: 'LATEST' })
  await bench.put('a', 'old')
  const first = await bench.start([latest])
  await first.idle()
  await first.stop()
  await bench.put('a', 'meanwhile')

  const second = await bench.start([latest])
  await second.idle()

  expect(sortKeys(second.invocations)).toEqual(['meanwhile'])
})
