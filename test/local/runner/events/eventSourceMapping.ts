import { setTimeout as sleep } from 'node:timers/promises'
import type { EventSourceMappingResource, FunctionResource, TableResource } from '../deployment.ts'
import type { LocalQueues } from '../engines/queues.ts'
import type { InvocationResult } from '../lambda/invocation.ts'
import { createBatchDelivery, type Discarded } from './batchDelivery.ts'
import { type Checkpoints, openCheckpoints } from './checkpoints.ts'
import { compileEventPattern } from './eventPattern.ts'
import { invocationRecord } from './invocationRecord.ts'
import { awsStreamArn, type LambdaRecord } from './lambdaRecord.ts'
import { consumeShard, type ShardConsumer } from './shardConsumer.ts'
import type { ShardTail } from './shardTail.ts'
import type { StreamsApi } from './streamsApi.ts'

export interface MappingOptions {
  readonly mapping: EventSourceMappingResource
  readonly table: TableResource
  readonly target: FunctionResource
  readonly region: string
  readonly api: StreamsApi
  readonly queues: LocalQueues
  readonly dataFolder: string | 'memory'
  readonly retryBaseMilliseconds: number
  tail(engineStreamArn: string, shardId: string): ShardTail
  invoke(event: unknown): Promise<InvocationResult>
  onLog(line: string): void
  now(): number
  readonly stopping: AbortSignal
}

export interface RunningMapping {
  /** Resolves once every shard was read to its end after the call and no record is unsettled. */
  drained(): Promise<void>
  /** A count that changes whenever a record is read or settled. */
  activity(): number
}

/**
 * Compiles the mapping's filters into one test; a record passes when any of them matches.
 *
 * @throws Error naming the mapping, for a pattern of operators that are not imitated
 */
export const compileFilters = ({
  logicalId,
  filters,
}: EventSourceMappingResource): ((record: LambdaRecord) => boolean) => {
  if (filters.length === 0) return () => true
  try {
    const patterns = filters.map(compileEventPattern)
    return (record) => patterns.some((matches) => matches(record))
  } catch (cause) {
    throw new Error(`${logicalId}: event filter: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Reads the stream to its present end, so that a mapping that starts at LATEST knows a position to return to. */
const skipToEnd = async (api: StreamsApi, streamArn: string, shardId: string, checkpoints: Checkpoints) => {
  let after: string | undefined
  let iterator: string | undefined = await api.iterator(streamArn, shardId, 'TRIM_HORIZON')
  while (iterator !== undefined) {
    const { records, nextIterator } = await api.records(iterator)
    after = records.at(-1)?.dynamodb.SequenceNumber ?? after
    iterator = records.length === 0 ? undefined : nextIterator
  }
  checkpoints.set(shardId, after === undefined ? {} : { after })
}

interface StreamArn {
  readonly engine: string
  readonly aws: string
}

/** Settles like the work, but rejects when the event sources stop. */
const unlessStopped = <T>(work: Promise<T>, stopping: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(stopping.reason)
    stopping.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => stopping.removeEventListener('abort', stop))
  })

/** Delivers the batches of one shard to the mapping's function, until the event sources stop. */
const shardDelivery = (
  options: MappingOptions,
  shardId: string,
  streamArn: StreamArn,
  onLog: (line: string) => void,
) => {
  const { mapping, target, queues, stopping, now } = options
  const discard = (discarded: Discarded) => {
    const { records, condition } = discarded
    const queue = mapping.deadLetterQueueLogicalId
    onLog(`gave up ${records.length} records (${condition}), ${queue === undefined ? 'for good' : `see ${queue}`}`)
    if (queue === undefined) return
    const timestamp = new Date(now())
    const record = invocationRecord(discarded, {
      functionArn: target.arn,
      shardId,
      streamArn: streamArn.aws,
      timestamp,
    })
    queues.named(queue).send({ body: JSON.stringify(record), senderId: 'lambda' })
  }

  return (batch: readonly LambdaRecord[], settled: (records: readonly LambdaRecord[]) => void): Promise<void> => {
    const deliver = createBatchDelivery(
      { ...mapping, retryBaseMilliseconds: options.retryBaseMilliseconds },
      {
        // The stop does not wait for a running invocation: its records are delivered again at the next start.
        invoke: (event) => unlessStopped(options.invoke(event), stopping),
        sleep: (milliseconds) => sleep(milliseconds, undefined, { signal: stopping }),
        log: onLog,
        now,
        settled,
        discard,
      },
    )
    return deliver(batch).catch((error: unknown) => {
      if (!stopping.aborted) onLog(`stopped at a defect of the harness: ${error}`)
    })
  }
}

/** Starts one event source mapping: a consumer for each shard, children after their parents. */
export const startEventSourceMapping = async (options: MappingOptions): Promise<RunningMapping> => {
  const { mapping, table, api, stopping } = options
  const matches = compileFilters(mapping)
  const engineStreamArn = await api.streamArn(table.name)
  const streamArn: StreamArn = { engine: engineStreamArn, aws: awsStreamArn(table.arn, engineStreamArn) }
  const checkpoints = openCheckpoints(mapping.logicalId, engineStreamArn, options.dataFolder)
  const consumers = new Map<string, ShardConsumer>()
  const onLog = (line: string) => options.onLog(`${mapping.logicalId}: ${line}`)

  const start = (shardId: string) => {
    const consumer = consumeShard({
      ...options,
      shardId,
      streamArn,
      checkpoints,
      matches,
      onLog,
      batchSize: mapping.batchSize,
      batchingWindowMilliseconds: mapping.batchingWindowSeconds * 1000,
      lanes: mapping.parallelizationFactor,
      deliver: shardDelivery(options, shardId, streamArn, onLog),
    })
    consumers.set(shardId, consumer)
    options.tail(engineStreamArn, shardId).add(consumer.wake)
    consumer.ended
      .then(() => (stopping.aborted ? undefined : startReady()))
      .catch((error: unknown) => onLog(`the next shards could not be read: ${error}`))
  }

  /** Starts the shards whose parent is finished or no longer in the stream. */
  const startReady = async () => {
    const shards = await api.shards(engineStreamArn)
    const known = new Set(shards.map(({ ShardId }) => ShardId))
    const isFinished = (shardId: string | undefined) =>
      shardId === undefined || !known.has(shardId) || checkpoints.get(shardId)?.finished === true
    const ready = shards.filter(
      ({ ShardId, ParentShardId }) => !consumers.has(ShardId) && !isFinished(ShardId) && isFinished(ParentShardId),
    )
    for (const { ShardId } of ready) start(ShardId)
  }

  if (mapping.startingPosition === 'LATEST') {
    for (const { ShardId } of await api.shards(engineStreamArn)) {
      if (checkpoints.get(ShardId) === undefined) await skipToEnd(api, engineStreamArn, ShardId, checkpoints)
    }
  }
  await startReady()
  return {
    drained: async () => void (await Promise.all([...consumers.values()].map((consumer) => consumer.drained()))),
    activity: () => [...consumers.values()].reduce((sum, consumer) => sum + consumer.activity, 0),
  }
}
