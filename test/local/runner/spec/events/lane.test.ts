import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LambdaRecord } from '../../events/lambdaRecord.ts'
import { createLane } from '../../events/lane.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const record = (sequence: number, text = '') =>
  ({ dynamodb: { SequenceNumber: String(sequence), NewImage: { text: { S: text } } } }) as unknown as LambdaRecord

/** A lane whose batches take that long, and the milliseconds at which each began. */
const laneOf = (batchSize: number, windowMilliseconds = 0, batchMilliseconds = 0) => {
  const began = performance.now()
  const batches: { readonly at: number; readonly records: string }[] = []
  let running = 0
  const lane = createLane({
    batchSize,
    batchingWindowMilliseconds: windowMilliseconds,
    async deliver(batch) {
      if (++running > 1) throw new Error('two batches of a lane at once')
      const records = batch.map(({ dynamodb }) => dynamodb.SequenceNumber).join('')
      batches.push({ at: performance.now() - began, records })
      await new Promise((resolve) => setTimeout(resolve, batchMilliseconds))
      running--
    },
  })
  return { lane, batches, push: (...sequences: number[]) => lane.push(sequences.map((each) => record(each))) }
}

test('batches have at most their size, in order, one after the other', async () => {
  const { batches, push } = laneOf(2, 0, 10)

  push(1, 2, 3)
  push(4, 5)
  await vi.advanceTimersByTimeAsync(100)

  expect(batches).toEqual([
    { at: 0, records: '12' },
    { at: 10, records: '34' },
    { at: 20, records: '5' },
  ])
})

test('a batch is gathered for the length of the window that its first record opens, or until it is full', async () => {
  const { batches, push } = laneOf(3, 1000)

  push(1)
  await vi.advanceTimersByTimeAsync(400)
  push(2)
  await vi.advanceTimersByTimeAsync(600)
  push(3, 4)
  await vi.advanceTimersByTimeAsync(100)
  push(5)
  await vi.advanceTimersByTimeAsync(5000)

  expect(batches).toEqual([
    { at: 1000, records: '12' },
    { at: 1100, records: '345' },
  ])
})

test('the window of records that wait behind another batch opens when the first of them comes', async () => {
  const { batches, push } = laneOf(3, 1000, 500)

  push(1, 2, 3)
  await vi.advanceTimersByTimeAsync(100)
  push(4)
  await vi.advanceTimersByTimeAsync(300)
  push(5)
  await vi.advanceTimersByTimeAsync(5000)

  expect(batches).toEqual([
    { at: 0, records: '123' },
    { at: 1100, records: '45' },
  ])
})

test('a batch has 6 MB of bytes, not of characters, and a larger record goes alone', async () => {
  const { lane, batches } = laneOf(100)
  const megabytes = (count: number) => 'é'.repeat((count * 1_000_000) / 2)

  lane.push([
    record(1, megabytes(2.9)),
    record(2, megabytes(2.9)),
    record(3, megabytes(2.9)),
    record(4, megabytes(7)),
    record(5),
  ])
  await vi.advanceTimersByTimeAsync(10)

  expect(batches.map(({ records }) => records)).toEqual(['12', '3', '4', '5'])
})

test('what is gathered when the lane is stopped is not delivered', async () => {
  const { lane, batches, push } = laneOf(3, 1000)
  push(1)

  lane.stop()
  await vi.advanceTimersByTimeAsync(5000)

  expect(batches).toEqual([])
})
