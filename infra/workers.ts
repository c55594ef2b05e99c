import { Aws, Duration } from 'aws-cdk-lib'
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import { CfnEventSourceMapping, type CfnFunction, CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern } from 'aws-cdk-lib/aws-logs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { TableName } from '../shared/contract/resources.ts'
import { alarmingAttempts, type StreamSource, type Worker } from '../shared/workers/contract.ts'
import { type AlarmDefinition, type Alarms, countedLines } from './alarms.ts'
import { workerFolder } from './functionEntries.ts'
import type { Grant } from './grants.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

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

/** A record that the pattern leaves out never invokes the function. */
const patternOf = ({ events, filter }: StreamSource): string | undefined =>
  events === undefined && filter === undefined
    ? undefined
    : JSON.stringify({
        ...(events !== undefined && { eventName: events }),
        ...(filter !== undefined && { dynamodb: { NewImage: filter } }),
      })

interface Mapping {
  readonly id: string
  readonly source: StreamSource
  readonly lambda: ServiceFunction
  readonly streamArn: string
  readonly deadLetters: Queue
}

/** A failing batch is halved until the record that fails stands alone, and that one is given up in the end: no record blocks its shard. */
const addMapping = (scope: Construct, { id, source, lambda, streamArn, deadLetters }: Mapping): void => {
  const pattern = patternOf(source)
  new CfnEventSourceMapping(scope, `${id}Stream`, {
    functionName: lambda.functionArn,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    batchSize: source.batchSize,
    parallelizationFactor: source.parallelizationFactor ?? 1,
    maximumRetryAttempts: source.maximumRetryAttempts,
    maximumRecordAgeInSeconds: source.maximumRecordAgeSeconds,
    bisectBatchOnFunctionError: true,
    functionResponseTypes: ['ReportBatchItemFailures'],
    destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
    ...(pattern !== undefined && { filterCriteria: { filters: [{ pattern }] } }),
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
  const streamArn = 'stream' in source ? streamArnOf(source.stream, surroundings) : undefined
  const grants = [...(streamArn === undefined ? [] : [streamGrant(streamArn)]), deadLetterGrant(deadLetters)]
  const lambda = new ServiceFunction(scope, { ...worker, area: workerFolder }, { ...surroundings, grants })
  // Where failed scheduled invocations end; a stream's mapping has its own destination.
  const resource = lambda.node.defaultChild as CfnFunction
  resource.deadLetterConfig = { targetArn: deadLetters.queueArn }
  if ('schedule' in source) addSchedule(scope, lambda, id, source.schedule)
  else if (streamArn !== undefined) addMapping(scope, { id, source, lambda, streamArn, deadLetters })
  return lambda
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
    description: 'A worker is more than ten minutes behind its stream: look for level ERROR in the log of the workers',
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

/** An hour is longer than the longest pause between two attempts, so that the alarm lasts until the work is done. */
const postponedAlarm = (scope: Construct, functions: readonly ServiceFunction[]): AlarmDefinition => ({
  description: 'Work fails again and again: look for "postponed" in the log of the workers',
  metric: countedLines(scope, 'Postponed', functions, FilterPattern.numberValue('$.attempts', '>=', alarmingAttempts)),
  threshold: 0,
  periods: 12,
  breaching: 1,
})

/** Streams whose workers leave what fails to the schedule. */
const postponing: ReadonlySet<TableName> = new Set(['payments', 'videos'])

/** The workers, with one encrypted queue for what they give up; answers the alarms that they need. */
export const addWorkers = (
  scope: Construct,
  workers: readonly Worker[],
  surroundings: FunctionSurroundings,
): Alarms => {
  const deadLetters = addDeadLetters(scope)
  const created = workers.map((worker) => ({ worker, lambda: addWorker(scope, worker, surroundings, deadLetters) }))
  const streamed = created.filter(({ worker }) => 'stream' in worker.source).map(({ lambda }) => lambda)
  const patient = created
    .filter(({ worker: { source } }) => 'stream' in source && postponing.has(source.stream))
    .map(({ lambda }) => lambda)
  return {
    GivenUpAlarm: deadLetterAlarm(deadLetters),
    ...(patient.length > 0 && { PostponedAlarm: postponedAlarm(scope, patient) }),
    ...(streamed.length > 0 && { BacklogAlarm: backlogAlarm(streamed) }),
  }
}
