import type { Deployment } from '../deployment.ts'
import type { DynamoDbEngine } from '../engines/dynamodb.ts'
import type { LocalQueues } from '../engines/queues.ts'
import type { InvokeFunction } from '../lambda/invocation.ts'
import { compileFilters, startEventSourceMapping } from './eventSourceMapping.ts'
import { startQueueMapping } from './queueMapping.ts'
import { startSchedules } from './schedules.ts'
import { type ShardTail, watchShardTail } from './shardTail.ts'
import { openStreamsApi } from './streamsApi.ts'

export interface EventSourcesOptions {
  readonly deployment: Pick<
    Deployment,
    'region' | 'accountId' | 'tables' | 'functions' | 'eventSourceMappings' | 'queueMappings' | 'schedules'
  >
  /** The engine, in which the template's tables exist already. */
  readonly dynamodb: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>
  readonly queues: LocalQueues
  /** The folder that keeps positions between runs; `memory` keeps none. */
  readonly dataFolder: string | 'memory'
  readonly invoke: InvokeFunction
  onLog(line: string): void
  /** The clock in epoch milliseconds for the age of records and the due times of schedules. Default: the system's clock. */
  readonly now?: () => number
  /** The pause before the first retry of a batch; each further one is twice as long. Default 100. */
  readonly retryBaseMilliseconds?: number
}

export type EventSources = Awaited<ReturnType<typeof startEventSources>>

const resource = <R extends { readonly logicalId: string }>(resources: readonly R[], logicalId: string): R => {
  const found = resources.find((each) => each.logicalId === logicalId)
  if (found === undefined) throw new Error(`the template has no resource ${logicalId} of the kind that refers to it`)
  return found
}

/**
 * Starts the triggers that need no request: the event source mappings of DynamoDB Streams and of queues, and the schedules.
 *
 * @throws Error naming the logical id of a filter or schedule that is not imitated
 */
export const startEventSources = async (options: EventSourcesOptions) => {
  const { deployment, queues, dataFolder, onLog, now = Date.now, retryBaseMilliseconds = 100 } = options
  const { region, eventSourceMappings } = deployment
  for (const mapping of eventSourceMappings) compileFilters(mapping)

  const stopping = new AbortController()
  const { signal } = stopping
  const api = openStreamsApi(options.dynamodb)
  const tails = new Map<string, ShardTail>()
  const tail = (streamArn: string, shardId: string): ShardTail => {
    const name = `${streamArn} ${shardId}`
    const watched = tails.get(name) ?? watchShardTail(api, streamArn, shardId, signal)
    tails.set(name, watched)
    return watched
  }

  const startAll = () =>
    Promise.all(
      eventSourceMappings.map((mapping) =>
        startEventSourceMapping({
          mapping,
          table: resource(deployment.tables, mapping.tableLogicalId),
          target: resource(deployment.functions, mapping.functionLogicalId),
          invoke: (event) => options.invoke(mapping.functionLogicalId, event),
          region,
          api,
          queues,
          dataFolder,
          retryBaseMilliseconds,
          tail,
          onLog,
          now,
          stopping: signal,
        }),
      ),
    )
  const stop = async () => {
    stopping.abort()
    api.close()
  }

  try {
    const schedules = startSchedules({ deployment, queues, invoke: options.invoke, onLog, now, stopping: signal })
    const ofQueues = deployment.queueMappings.map((mapping) =>
      startQueueMapping({
        mapping,
        region,
        onLog,
        stopping: signal,
        queue: queues.named(mapping.queueLogicalId),
        invoke: (event) => options.invoke(mapping.functionLogicalId, event),
      }),
    )
    const mappings = [...ofQueues, ...(await startAll())]
    const activity = () => mappings.reduce((sum, mapping) => sum + mapping.activity(), schedules.activity())
    return {
      /** Ends at once; the records of running invocations are delivered again at the next start. */
      stop,
      /** Resolves when every mapping has consumed its stream, and no invocation runs. */
      async idle(): Promise<void> {
        let before: number
        do {
          before = activity()
          await Promise.all([schedules.drained(), ...mappings.map((mapping) => mapping.drained())])
        } while (activity() !== before)
      },
      /** The messages in a queue: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
      deadLetters: (queueLogicalId: string): readonly unknown[] =>
        [...queues.named(queueLogicalId).messages.values()].map(({ body }) => JSON.parse(body) as unknown),
      /** Invokes a schedule's function once, now. */
      runSchedule: schedules.run,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
