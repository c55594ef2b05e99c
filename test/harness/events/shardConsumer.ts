import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkpoints } from './checkpoints.ts'
import { changesNothing, type LambdaRecord, lambdaRecord, laneOf } from './lambdaRecord.ts'
import { createLane } from './lane.ts'
import { createSignal, type Signal } from './signal.ts'
import { isBrokenIterator, type RecordPage, type StreamPosition, type StreamsApi } from './streamsApi.ts'

export interface ShardConsumerOptions {
  readonly api: StreamsApi
  readonly shardId: string
  /** The engine's, to read from, and AWS's, to tell the function. */
  readonly streamArn: { readonly engine: string; readonly aws: string }
  readonly region: string
  readonly checkpoints: Checkpoints
  readonly batchSize: number
  readonly batchingWindowMilliseconds: number
  readonly lanes: number
  matches(record: LambdaRecord): boolean
  /** Brings a batch to its end; reports the records as they settle. */
  deliver(batch: readonly LambdaRecord[], settled: (records: readonly LambdaRecord[]) => void): Promise<void>
  onLog(line: string): void
  readonly stopping: AbortSignal
}

export interface ShardConsumer {
  /** To be told whenever there may be something to read. */
  readonly wake: Signal
  /** Resolves once a read that began after the call found nothing and every record is settled. */
  drained(): Promise<void>
  /** Resolves when the shard is closed and done with, or when the consumer was stopped. */
  readonly ended: Promise<void>
  /** How many records were read and settled: unchanged as long as nothing happens. */
  readonly activity: number
}

const pauseAfterError = 500
const pauseAfterBrokenIterator = 4
/** Reads one shard in order and hands its records to the lanes, never much faster than these settle them. */
export const consumeShard = (options: ShardConsumerOptions): ShardConsumer => {
  const { api, shardId, streamArn, checkpoints, stopping, onLog } = options
  const mostUnsettled = Math.max(1000, 2 * options.batchSize * options.lanes)
  const wake = createSignal()
  /** What was read and is not yet behind the checkpoint, in the order of the stream; `true` is settled. */
  const outstanding = new Map<string, boolean>()
  let waiting: (() => void)[] = []
  let unsettled = 0
  let lastRead: string | undefined = checkpoints.get(shardId)?.after
  let lastFailure: string | undefined
  let activity = 0

  const advanceCheckpoint = () => {
    let done: string | undefined
    for (const [sequenceNumber, settled] of outstanding) {
      if (!settled) break
      outstanding.delete(sequenceNumber)
      done = sequenceNumber
    }
    if (done !== undefined) checkpoints.set(shardId, { after: done })
  }

  const settle = (records: readonly LambdaRecord[]) => {
    if (stopping.aborted || records.length === 0) return
    for (const { dynamodb } of records) outstanding.set(dynamodb.SequenceNumber, true)
    unsettled -= records.length
    activity += records.length
    advanceCheckpoint()
    wake.notify()
  }

  const lanes = Array.from({ length: options.lanes }, () =>
    createLane({ ...options, deliver: (batch) => options.deliver(batch, settle) }),
  )

  const ingest = ({ records }: RecordPage) => {
    const byLane = lanes.map((): LambdaRecord[] => [])
    for (const record of records) {
      const { SequenceNumber } = record.dynamodb
      const handed = lambdaRecord(record, options.region, streamArn.aws)
      const wanted = !changesNothing(record) && options.matches(handed)
      outstanding.set(SequenceNumber, !wanted)
      if (wanted) {
        unsettled++
        byLane[laneOf(record, lanes.length)]?.push(handed)
      }
      lastRead = SequenceNumber
    }
    activity += records.length
    advanceCheckpoint()
    for (const [index, lane] of lanes.entries()) lane.push(byLane[index] ?? [])
  }

  const position = (): StreamPosition => (lastRead === undefined ? 'TRIM_HORIZON' : { after: lastRead })

  const startOver = async (): Promise<string> => {
    try {
      return await api.iterator(streamArn.engine, shardId, position())
    } catch (error) {
      if (!isBrokenIterator(error)) throw error
      onLog(`records after ${lastRead} were trimmed before they were read`)
      return api.iterator(streamArn.engine, shardId, 'TRIM_HORIZON')
    }
  }

  const readAll = async () => {
    let iterator: string | undefined = await startOver()
    while (!stopping.aborted) {
      const seen = wake.version
      if (unsettled >= mostUnsettled || iterator === undefined) {
        if (iterator === undefined && outstanding.size === 0) return
        await wake.after(seen)
        continue
      }
      const asked = waiting
      waiting = []
      const page: RecordPage = await api.records(iterator).catch((error: unknown) => {
        waiting.push(...asked)
        throw error
      })
      iterator = page.nextIterator
      lastFailure = undefined
      ingest(page)
      const drained = page.records.length === 0 && outstanding.size === 0
      if (drained) for (const resolve of asked) resolve()
      else waiting.push(...asked)
      if (page.records.length === 0 && iterator !== undefined) await wake.after(seen)
    }
  }

  const pauseAfter = async (error: unknown) => {
    const broken = isBrokenIterator(error)
    const message = `reading the stream failed: ${error instanceof Error ? error.message : error}`
    if (!broken && message !== lastFailure) onLog(message)
    lastFailure = message
    await sleep(broken ? pauseAfterBrokenIterator : pauseAfterError, undefined, { signal: stopping }).catch(
      () => undefined,
    )
  }

  const consume = async () => {
    while (!stopping.aborted) {
      try {
        await readAll()
        if (!stopping.aborted) checkpoints.set(shardId, { finished: true })
        return
      } catch (error) {
        if (!stopping.aborted) await pauseAfter(error)
      }
    }
  }

  stopping.addEventListener('abort', () => {
    for (const lane of lanes) lane.stop()
    wake.notify()
  })
  const ended = consume().finally(() => {
    for (const resolve of waiting) resolve()
    waiting = []
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  return {
    wake,
    ended,
    get activity() {
      return activity
    },
    drained: () =>
      hasEnded
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
            wake.notify()
          }),
  }
}
