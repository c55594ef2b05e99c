import { Aws } from 'aws-cdk-lib'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { CfnEventSourceMapping, type CfnFunction, CfnPermission } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { TableName } from '../shared/contract/resources.ts'
import type { QueueSource, StreamSource, Worker } from '../shared/contract/worker.ts'
import { workerFolder } from './bundling/functionEntries.ts'
import type { Grant } from './grants.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

const streamGrant = (streamArn: string): Grant => ({
  actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => `dynamodb:${action}`),
  resources: [streamArn],
  environment: {},
})

const queueGrant = ({ queueArn }: Queue): Grant => ({
  actions: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`),
  resources: [queueArn],
  environment: {},
})

const deadLetterGrant = ({ queueArn }: Queue): Grant => ({
  actions: ['sqs:SendMessage'],
  resources: [queueArn],
  environment: {},
})

const streamArnOf = (table: TableName, { resources }: FunctionSurroundings): string => {
  const { tableStreamArn } = resources.tables[table]
  if (tableStreamArn === undefined) throw new Error(`the table ${table} has no stream`)
  return tableStreamArn
}

/** The event filter. A record that does not match never invokes the function. */
const patternOf = ({ events, filter }: StreamSource): string | undefined =>
  events === undefined && filter === undefined
    ? undefined
    : JSON.stringify({
        eventName: events,
        ...(filter !== undefined && { dynamodb: { NewImage: filter } }),
      })

interface Mapping {
  readonly id: string
  readonly source: StreamSource
  readonly lambda: ServiceFunction
  readonly streamArn: string
  readonly deadLetters: Queue
  readonly mostBatches: number
}

/** Maps a stream to its worker. A failing batch is halved down to one record, which is given up in the end. */
const addMapping = (scope: Construct, mapping: Mapping): void => {
  const { id, source, lambda, streamArn, deadLetters, mostBatches } = mapping
  const pattern = patternOf(source)
  new CfnEventSourceMapping(scope, `${id}Stream`, {
    functionName: lambda.functionArn,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    batchSize: source.batchSize,
    parallelizationFactor: Math.min(source.parallelizationFactor ?? 1, mostBatches),
    maximumRetryAttempts: source.maximumRetryAttempts,
    maximumRecordAgeInSeconds: source.maximumRecordAgeSeconds,
    bisectBatchOnFunctionError: true,
    functionResponseTypes: ['ReportBatchItemFailures'],
    destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
    ...(pattern !== undefined && { filterCriteria: { filters: [{ pattern }] } }),
  })
}

/** Adds the mapping of a queue. SQS itself moves a message that fails again and again to the dead letters. */
const addQueueMapping = (
  scope: Construct,
  id: string,
  source: QueueSource,
  lambda: ServiceFunction,
  { queueArn }: Queue,
): void => {
  new CfnEventSourceMapping(scope, `${id}Queue`, {
    functionName: lambda.functionArn,
    eventSourceArn: queueArn,
    batchSize: source.batchSize,
    maximumBatchingWindowInSeconds: source.batchingWindowSeconds ?? 0,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: source.maximumConcurrency },
  })
}

const addSchedule = (scope: Construct, lambda: ServiceFunction, id: string, schedule: string): void => {
  const rule = new CfnRule(scope, `${id}Schedule`, {
    scheduleExpression: schedule,
    state: 'ENABLED',
    targets: [{ id, arn: lambda.functionArn }],
  })
  new CfnPermission(scope, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: lambda.functionName,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
    sourceAccount: Aws.ACCOUNT_ID,
  })
}

const addWorker = (
  scope: Construct,
  worker: Worker,
  surroundings: FunctionSurroundings,
  deadLetters: Queue,
): ServiceFunction => {
  const { id, source } = worker
  const lambdaWith = (...grants: readonly Grant[]) =>
    new ServiceFunction(scope, { ...worker, logs: workerFolder }, { ...surroundings, grants })
  if ('queue' in source) {
    const queue = surroundings.resources.queues[source.queue]
    const lambda = lambdaWith(queueGrant(queue))
    addQueueMapping(scope, id, source, lambda, queue)
    return lambda
  }
  const streamArn = 'stream' in source ? streamArnOf(source.stream, surroundings) : undefined
  const lambda = lambdaWith(...(streamArn === undefined ? [] : [streamGrant(streamArn)]), deadLetterGrant(deadLetters))
  // Failed scheduled invocations go to this queue; a stream's mapping has its own destination.
  const resource = lambda.node.defaultChild as CfnFunction
  resource.deadLetterConfig = { targetArn: deadLetters.queueArn }
  if ('schedule' in source) addSchedule(scope, lambda, id, source.schedule)
  else if (streamArn !== undefined)
    addMapping(scope, { id, source, lambda, streamArn, deadLetters, mostBatches: surroundings.parallelizationFactor })
  return lambda
}

/** A worker with the function that does its work. */
export interface WorkerEndpoint {
  readonly worker: Worker
  readonly lambda: ServiceFunction
}

/** Adds the workers. Records and invocations that were given up end in the dead letters. */
export const addWorkers = (
  scope: Construct,
  workers: readonly Worker[],
  surroundings: FunctionSurroundings,
  deadLetters: Queue,
): readonly WorkerEndpoint[] =>
  workers.map((worker) => ({ worker, lambda: addWorker(scope, worker, surroundings, deadLetters) }))
