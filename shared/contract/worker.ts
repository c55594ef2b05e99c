import type { ProviderName } from './providers.ts'
import type { Access, QueueName, TableName } from './resources.ts'

/** Changes of a table's items. Changes of one item come in their order. */
export interface StreamSource {
  readonly stream: TableName
  /** Kinds of change that are delivered. When absent, all are. */
  readonly events?: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[]
  /** A pattern over new attributes as DynamoDB JSON (`{ status: { S: ['queued'] } }`). Others invoke nothing. */
  readonly filter?: Readonly<Record<string, unknown>>
  readonly batchSize: number
  /** The number of repetitions after which a record is sent to the dead-letter queue. */
  readonly maximumRetryAttempts: number
  readonly maximumRecordAgeSeconds: number
  /** The number of concurrent batches of one shard; changes of one item stay in order. The default is 1. */
  readonly parallelizationFactor?: number
}

export interface ScheduleSource {
  readonly schedule: `rate(${string})`
}

/** Messages of a queue, in any order. */
export interface QueueSource {
  readonly queue: QueueName
  /** The most messages of a batch. More than 10 need a batching window above 0, for which they wait at most. */
  readonly batchSize: number
  readonly batchingWindowSeconds?: number
  /** Batches that are processed at the same time; Lambda takes 2 to 1,000. */
  readonly maximumConcurrency: number
}

/**
 * A function behind a stream, a schedule or a queue, as plain data. Its code is `functions/workers/<id>.ts`, and its
 * trigger and permissions are derived from this. Ids are unique among operations, workers and socket routes.
 */
export interface Worker {
  readonly id: string
  readonly summary: string
  readonly source: StreamSource | ScheduleSource | QueueSource
  /** Exactly the actions that the function may call, besides reading its stream or queue. */
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  /** Whether the function receives the base URL of the HTTP API. */
  readonly publicUrl?: true
  readonly timeoutSeconds: number
  readonly memoryMb: number
}

/** After this many attempts (half an hour), postponed work raises an alarm. */
export const alarmingAttempts = 5

export const worker = <const W extends Worker>(definition: W): W => definition
