import type { LambdaRecord } from './lambdaRecord.ts'

export interface LaneOptions {
  readonly batchSize: number
  readonly batchingWindowMilliseconds: number
  /** Delivers one batch, and resolves when all of its records are settled. */
  deliver(batch: readonly LambdaRecord[]): Promise<void>
}

/** Bytes that Lambda hands over at once, with room for what surrounds the records. */
export const largestPayload = 6_000_000

interface Waiting {
  readonly record: LambdaRecord
  /** The time of arrival, in milliseconds of the monotonic clock. */
  readonly since: number
}

/** Takes as many as fit into one invocation, and at least one. */
const batchFrom = (queue: Waiting[], batchSize: number): readonly LambdaRecord[] => {
  let bytes = 0
  const tooMany = queue.findIndex(({ record }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(record))
    return index >= batchSize || (index > 0 && bytes > largestPayload)
  })
  return queue.splice(0, tooMany === -1 ? queue.length : tooMany).map(({ record }) => record)
}

/** Records that are delivered one batch after the other, in the order in which they came. */
export const createLane = ({ batchSize, batchingWindowMilliseconds, deliver }: LaneOptions) => {
  const queue: Waiting[] = []
  let running = false
  let stopped = false
  let endGathering: (() => void) | undefined

  /** Waits until the batch is full or the window, which the first record opened when it came, is over. */
  const gather = async () => {
    const left = (queue[0]?.since ?? 0) + batchingWindowMilliseconds - performance.now()
    if (left <= 0 || queue.length >= batchSize) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left)
      endGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endGathering = undefined
  }

  const run = async () => {
    running = true
    while (queue.length > 0 && !stopped) {
      await gather()
      if (!stopped) await deliver(batchFrom(queue, batchSize))
    }
    running = false
  }

  return {
    push(records: readonly LambdaRecord[]) {
      const since = performance.now()
      for (const record of records) queue.push({ record, since })
      if (queue.length >= batchSize) endGathering?.()
      if (!running && queue.length > 0) void run()
    },
    /** Ends the gathering of a batch; records that were not delivered yet stay unsettled. */
    stop() {
      stopped = true
      endGathering?.()
    },
  }
}
