import type { Access, ProviderName, TableName } from '../contract/resources.ts'

/** Changes of a table's items, in the order in which they were made to each item. */
export interface StreamSource {
  readonly stream: TableName
  /** Kinds of change that are delivered; all when absent. */
  readonly events?: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[]
  /** A pattern over the item's new attributes as DynamoDB JSON (`{ status: { S: ['queued'] } }`): what it leaves out costs no invocation. */
  readonly filter?: Readonly<Record<string, unknown>>
  readonly batchSize: number
  /** After so many repetitions a record goes to the dead-letter queue. */
  readonly maximumRetryAttempts: number
  readonly maximumRecordAgeSeconds: number
  /** Batches of one shard that run at the same time, changes of one item still in order; 1 when absent. */
  readonly parallelizationFactor?: number
}

export interface ScheduleSource {
  readonly schedule: `rate(${string})`
}

/**
 * A function that no request calls, as plain data: its code is `functions/workers/<id>.ts`, and its trigger and permissions are
 * derived from it. Operations and workers share one space of ids.
 */
export interface Worker {
  readonly id: string
  readonly summary: string
  readonly source: StreamSource | ScheduleSource
  /** Exactly what the function may do, besides reading its stream. */
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  /** Seconds. */
  readonly timeout: number
  /** Megabytes. */
  readonly memory: number
}

/** Declares a worker. */
export const worker = <const W extends Worker>(definition: W): W => definition
