import { Aws, Duration } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { CfnEventSourceMapping, type CfnFunction, CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { TableName } from '../shared/contract/resources.ts'
import type { Grant } from './grants.ts'
import type { AlarmDefinition } from './observability.ts'
import { type FunctionDefinition, type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

/** What feeds a worker from a table's stream. */
export interface StreamSource {
  readonly table: TableName
  /** Event patterns; a record that matches none never invokes the function. */
  readonly filters?: readonly object[]
  readonly batchSize?: number
  /** Seconds that a batch may wait to fill. */
  readonly window?: number
  /** Batches of one shard that are worked on at once; items of one partition key stay in order. */
  readonly parallel?: number
}

/** A function that no request calls: fed by a table's stream, by a schedule, or both. */
export interface WorkerDefinition extends FunctionDefinition {
  readonly stream?: StreamSource
  /** `rate(1 minute)` or `cron(…)`. */
  readonly schedule?: string
}

/** What the deployment's alarms need to know of its workers. */
export interface Workers {
  readonly deadLetters: Queue
  readonly alarms: Readonly<Record<string, AlarmDefinition>>
}

/** Within a stream's 24 hours of memory: a record is tried ten times, in ever smaller batches, for six hours at most. */
const stubbornness = { attempts: 10, recordAge: Duration.hours(6) } as const

const defaultBatchSize = 25
/** Seconds that a worker may take for one batch. */
const workerTimeout = 60
/** Milliseconds that the oldest record may have waited. */
const longestBacklog = 10 * 60 * 1000

const addDeadLetters = (scope: Construct): Queue =>
  new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })

const streamGrant = (streamArn: string): Grant => ({
  actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => `dynamodb:${action}`),
  resources: [streamArn],
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

const addMapping = (
  scope: Construct,
  worker: ServiceFunction,
  id: string,
  source: StreamSource,
  arns: { readonly stream: string; readonly deadLetters: string },
) => {
  const { filters, batchSize = defaultBatchSize, window = 0, parallel = 1 } = source
  new CfnEventSourceMapping(scope, `${id}Stream`, {
    functionName: worker.functionArn,
    eventSourceArn: arns.stream,
    startingPosition: 'TRIM_HORIZON',
    batchSize,
    maximumBatchingWindowInSeconds: window,
    parallelizationFactor: parallel,
    maximumRetryAttempts: stubbornness.attempts,
    maximumRecordAgeInSeconds: stubbornness.recordAge.toSeconds(),
    bisectBatchOnFunctionError: true,
    functionResponseTypes: ['ReportBatchItemFailures'],
    destinationConfig: { onFailure: { destination: arns.deadLetters } },
    ...(filters !== undefined && {
      filterCriteria: { filters: filters.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
    }),
  })
}

const addSchedule = (scope: Construct, worker: ServiceFunction, id: string, schedule: string): void => {
  const rule = new CfnRule(scope, `${id}Schedule`, {
    scheduleExpression: schedule,
    state: 'ENABLED',
    targets: [{ id, arn: worker.functionArn }],
  })
  new CfnPermission(scope, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: worker.functionName,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
    sourceAccount: Aws.ACCOUNT_ID,
  })
}

const addWorker = (
  scope: Construct,
  definition: WorkerDefinition,
  surroundings: FunctionSurroundings,
  deadLetters: Queue,
): ServiceFunction => {
  const { id, stream, schedule, timeout = workerTimeout } = definition
  const streamArn = stream && streamArnOf(stream.table, surroundings)
  const grants = [...(streamArn === undefined ? [] : [streamGrant(streamArn)]), deadLetterGrant(deadLetters)]
  const worker = new ServiceFunction(scope, { ...definition, timeout }, { ...surroundings, grants })
  const resource = worker.node.defaultChild as CfnFunction
  // Where failed scheduled invocations end; the mapping has its own destination.
  resource.deadLetterConfig = { targetArn: deadLetters.queueArn }
  if (stream !== undefined && streamArn !== undefined)
    addMapping(scope, worker, id, stream, { stream: streamArn, deadLetters: deadLetters.queueArn })
  if (schedule !== undefined) addSchedule(scope, worker, id, schedule)
  return worker
}

const period = Duration.minutes(5)

const backlogAlarm = (workers: readonly ServiceFunction[]): AlarmDefinition => {
  const ages = workers.map(({ functionName }, index) => [
    `age${index}`,
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: functionName },
      statistic: 'Maximum',
      period,
    }),
  ])
  return {
    description: 'A worker is more than ten minutes behind its stream: look for level ERROR in its log',
    metric: new MathExpression({
      expression: 'MAX(METRICS())',
      usingMetrics: Object.fromEntries(ages),
      label: 'Age of the oldest record in milliseconds',
      period,
    }),
    threshold: longestBacklog,
    periods: 2,
  }
}

const deadLetterAlarm = (deadLetters: Queue): AlarmDefinition => ({
  description: 'Work was given up: the messages in the dead-letter queue name its function, stream and records',
  metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
  threshold: 0,
  periods: 1,
})

/** The workers, each retried finitely, with one encrypted queue for what they give up. */
export const addWorkers = (
  scope: Construct,
  definitions: readonly WorkerDefinition[],
  surroundings: FunctionSurroundings,
): Workers => {
  const deadLetters = addDeadLetters(scope)
  const workers = definitions.map((definition) => ({
    definition,
    worker: addWorker(scope, definition, surroundings, deadLetters),
  }))
  const streamed = workers.filter(({ definition }) => definition.stream !== undefined).map(({ worker }) => worker)
  return {
    deadLetters,
    alarms: {
      GivenUpAlarm: deadLetterAlarm(deadLetters),
      ...(streamed.length > 0 && { BacklogAlarm: backlogAlarm(streamed) }),
    },
  }
}
