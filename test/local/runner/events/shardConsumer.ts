import type { Checkpoints } from './checkpoints.ts'
import { changesNothing, type LambdaRecord, lambdaRecord, laneOf } from './lambdaRecord.ts'
import { createLane } from './lane.ts'
import { resumeProgress } from './shardProgress.ts'
import { readShard, type ShardReader } from './shardReader.ts'
import { createSignal, type Signal } from './signal.ts'
import type { RecordPage, StreamsApi } from './streamsApi.ts'

export interface ShardConsumerOptions {
  readonly api: StreamsApi
  readonly shardId: string
  /** The engine's ARN, to read from, and AWS's ARN, for the function's records. */
  readonly streamArn: { readonly engine: string; readonly aws: string }
  readonly region: string
  readonly checkpoints: Checkpoints
  readonly batchSize: number
  readonly batchingWindowMilliseconds: number
  readonly lanes: number
  matches(record: LambdaRecord): boolean
  /** Delivers a batch, and reports its records as they settle. */
  deliver(batch: readonly LambdaRecord[], settled: (records: readonly LambdaRecord[]) => void): Promise<void>
  onLog(line: string): void
  readonly stopping: AbortSignal
}

export interface ShardConsumer extends ShardReader {
  /** The signal that there may be something to read. */
  readonly wake: Signal
  /** How many records were read and settled: unchanged as long as nothing happens. */
  readonly activity: number
}

/** Reads one shard in order and hands matching records to the lanes, never much faster than the lanes settle them. */
export const consumeShard = (options: ShardConsumerOptions): ShardConsumer => {
  const { shardId, streamArn, stopping } = options
  const progress = resumeProgress(options.checkpoints, shardId)
  const wake = createSignal()

  const settled = (records: readonly LambdaRecord[]) => {
    if (stopping.aborted || records.length === 0) return
    progress.settle(records.map(({ dynamodb }) => dynamodb.SequenceNumber))
    progress.save()
    wake.notify()
  }

  const lanes = Array.from({ length: options.lanes }, () =>
    createLane({ ...options, deliver: (batch) => options.deliver(batch, settled) }),
  )

  const ingest = ({ records }: RecordPage) => {
    const byLane = lanes.map((): LambdaRecord[] => [])
    for (const record of records) {
      const handed = lambdaRecord(record, options.region, streamArn.aws)
      const wanted = !changesNothing(record) && options.matches(handed)
      progress.read(record.dynamodb.SequenceNumber, wanted)
      if (wanted) byLane[laneOf(record, lanes.length)]?.push(handed)
    }
    progress.save()
    for (const [index, lane] of lanes.entries()) lane.push(byLane[index] ?? [])
  }

  stopping.addEventListener('abort', () => {
    for (const lane of lanes) lane.stop()
    wake.notify()
  })
  const reader = readShard({
    ...options,
    streamArn: streamArn.engine,
    mostUnsettled: Math.max(1000, 2 * options.batchSize * options.lanes),
    progress,
    wake,
    ingest,
  })
  return {
    ...reader,
    wake,
    get activity() {
      return progress.activity
    },
  }
}
