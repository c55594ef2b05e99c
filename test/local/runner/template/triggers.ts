import * as z from 'zod/mini'
import type {
  EventSourceMappingResource,
  FunctionResource,
  QueueMappingResource,
  QueueResource,
  RoleResource,
  ScheduleResource,
} from '../deployment.ts'
import { checkInvokePermission, checkRole, type InvokePermission, readInvokePermissions } from './invokePermissions.ts'
import { flag, integer, noEffect } from './parse.ts'
import type { NamedResource, Resource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const mapping = {
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: z.optional(integer),
  MaximumBatchingWindowInSeconds: z._default(integer, 0),
  FunctionResponseTypes: z._default(z.array(z.literal('ReportBatchItemFailures')), []),
  Enabled: z.optional(flag),
  ...noEffect('observation only', 'Tags'),
}
const StreamMapping = z.strictObject({
  ...mapping,
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']),
  MaximumRetryAttempts: z.optional(integer),
  MaximumRecordAgeInSeconds: z.optional(integer),
  BisectBatchOnFunctionError: z.optional(flag),
  ParallelizationFactor: z.optional(integer),
  FilterCriteria: z.optional(z.strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })) })),
  DestinationConfig: z.optional(z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) })),
})

/** The functions and roles that triggers refer to. */
interface Targets {
  readonly functions: readonly FunctionResource[]
  readonly roles: readonly RoleResource[]
}

const isOfQueue = (property: (name: string) => unknown): boolean =>
  String(property('EventSourceArn')).startsWith('arn:aws:sqs:')

const QueueMapping = z.strictObject({
  ...mapping,
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: z.optional(integer) })),
})

/** Lambda begins with five concurrent batches of a queue, and adds more while messages wait. */
const initialConcurrency = 5

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions */
const queueActions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`)

/** The enabled mappings of queues. */
export const readQueueMappings = (
  stacks: Stacks,
  queues: readonly QueueResource[],
  targets: Targets,
): QueueMappingResource[] =>
  stacks.each(
    stacks
      .all('AWS::Lambda::EventSourceMapping', QueueMapping, isOfQueue)
      .filter(({ properties }) => properties.Enabled !== false),
    ({ logicalId, properties }) => {
      const { EventSourceArn, BatchSize = 10, MaximumBatchingWindowInSeconds } = properties
      const queue = queues.find(({ arn }) => arn === EventSourceArn)
      if (!queue) throw new TemplateError(logicalId, `the event source ${EventSourceArn} is not imitated`)
      if (BatchSize > 10 && MaximumBatchingWindowInSeconds === 0)
        throw new TemplateError(logicalId, 'Lambda takes a batch of more than 10 messages only with a batching window')
      const target = functionOf(logicalId, properties.FunctionName, targets.functions)
      if (queue.visibilityTimeoutSeconds < target.timeoutSeconds)
        throw new TemplateError(
          logicalId,
          `the visibility timeout of ${queue.logicalId} is less than its function’s timeout`,
        )
      const needs = queueActions.map((action) => ({ action, resource: EventSourceArn }))
      checkRole(logicalId, roleOf(target.roleLogicalId, targets), needs)
      return {
        logicalId,
        functionLogicalId: target.logicalId,
        queueLogicalId: queue.logicalId,
        batchSize: BatchSize,
        batchingWindowSeconds: MaximumBatchingWindowInSeconds,
        reportsBatchItemFailures: properties.FunctionResponseTypes.length > 0,
        maximumConcurrency: properties.ScalingConfig?.MaximumConcurrency ?? initialConcurrency,
      }
    },
  )

/** The enabled mappings of table streams. Absent limits have Lambda's defaults (−1 means no limit). */
export const readEventSourceMappings = (stacks: Stacks, targets: Targets): EventSourceMappingResource[] => {
  const mappings = stacks.all('AWS::Lambda::EventSourceMapping', StreamMapping, (property) => !isOfQueue(property))
  return stacks.each(
    mappings.filter(({ properties }) => properties.Enabled !== false),
    ({ logicalId, properties }) => {
      const table = tableOf(stacks, logicalId, properties.EventSourceArn)
      const queue = queueOf(stacks, logicalId, properties.DestinationConfig?.OnFailure.Destination)
      const target = functionOf(logicalId, properties.FunctionName, targets.functions)
      checkRole(logicalId, roleOf(target.roleLogicalId, targets), [
        ...streamActions.map((action) => ({ action, resource: properties.EventSourceArn })),
        ...(queue ? [{ action: 'sqs:SendMessage', resource: queue.arn }] : []),
      ])
      return {
        logicalId,
        functionLogicalId: target.logicalId,
        tableLogicalId: table.logicalId,
        batchSize: properties.BatchSize ?? 100,
        batchingWindowSeconds: properties.MaximumBatchingWindowInSeconds,
        startingPosition: properties.StartingPosition,
        maximumRetryAttempts: properties.MaximumRetryAttempts ?? -1,
        maximumRecordAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
        bisectOnError: properties.BisectBatchOnFunctionError ?? false,
        reportsBatchItemFailures: properties.FunctionResponseTypes.length > 0,
        parallelizationFactor: properties.ParallelizationFactor ?? 1,
        filters: properties.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? [],
        deadLetterQueueLogicalId: queue?.logicalId,
      }
    },
  )
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html#events-dynamodb-permissions */
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => `dynamodb:${action}`)

const tableOf = (stacks: Stacks, logicalId: string, streamArn: string): NamedResource => {
  const tables = stacks.named('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
  const table = tables.find(({ arn }) => streamArn.startsWith(`${arn}/stream/`))
  if (!table) throw new TemplateError(logicalId, `the event source ${streamArn} is not imitated`)
  return table
}

const queueOf = (stacks: Stacks, logicalId: string, destination: string | undefined): NamedResource | undefined => {
  if (destination === undefined) return undefined
  const queue = stacks.named('AWS::SQS::Queue').find(({ arn }) => arn === destination)
  if (!queue) throw new TemplateError(logicalId, `the destination ${destination} is not imitated`)
  return queue
}

const schedule = {
  Name: z.optional(z.string()),
  ScheduleExpression: z.string(),
  State: z.optional(z.enum(['ENABLED', 'DISABLED'])),
  ...noEffect('a text for people', 'Description'),
}
const target = {
  Arn: z.string(),
  Input: z.optional(z.string()),
  ...noEffect(
    'Lambda takes every event here; what fails later is up to the function',
    'DeadLetterConfig',
    'RetryPolicy',
  ),
}
const Rule = z.strictObject({
  ...schedule,
  Targets: z._default(z.array(z.strictObject({ ...target, Id: z.string() })), []),
})
const Schedule = z.strictObject({
  ...schedule,
  ScheduleExpressionTimezone: z.optional(z.enum(['UTC', 'Etc/UTC'])),
  Target: z.strictObject({ ...target, RoleArn: z.string() }),
  ...noEffect('each run is at the beginning of its window', 'FlexibleTimeWindow'),
})

/** The enabled schedules, of EventBridge rules and of EventBridge Scheduler, that invoke a function. */
export const readSchedules = (stacks: Stacks, targets: Targets): ScheduleResource[] => {
  const isEnabled = ({ properties }: Resource<{ readonly State?: string | undefined }>) =>
    properties.State !== 'DISABLED'
  const ofRules = stacks.all('AWS::Events::Rule', Rule).filter(isEnabled)
  const ofScheduler = stacks.all('AWS::Scheduler::Schedule', Schedule).filter(isEnabled)
  const permissions = readInvokePermissions(stacks)
  return [
    ...stacks.each(ofRules, (rule) => schedulesOfRule(rule, targets, permissions)).flat(),
    ...stacks.each(ofScheduler, (schedule) => scheduleFrom(schedule, targets)),
  ]
}

const schedulesOfRule = (
  rule: Resource<z.infer<typeof Rule>>,
  targets: Targets,
  permissions: readonly InvokePermission[],
): ScheduleResource[] => {
  const { logicalId, arn: sourceArn, properties } = rule
  return properties.Targets.map(({ Arn, Input }) => {
    const target = functionOf(logicalId, Arn, targets.functions)
    checkInvokePermission(permissions, { logicalId, principal: 'events.amazonaws.com', sourceArn, target })
    const expression = properties.ScheduleExpression
    return { logicalId, kind: 'rule', arn: sourceArn, functionLogicalId: target.logicalId, expression, input: Input }
  })
}

const scheduleFrom = (
  { logicalId, arn, properties }: Resource<z.infer<typeof Schedule>>,
  targets: Targets,
): ScheduleResource => {
  const { Target, ScheduleExpression: expression } = properties
  const target = functionOf(logicalId, Target.Arn, targets.functions)
  const role = targets.roles.find((candidate) => candidate.arn === Target.RoleArn)
  checkRole(logicalId, role, [{ action: 'lambda:InvokeFunction', resource: target.arn }])
  return { logicalId, kind: 'scheduler', arn, functionLogicalId: target.logicalId, expression, input: Target.Input }
}

const functionOf = (place: string, nameOrArn: string, functions: readonly FunctionResource[]): FunctionResource => {
  const found = functions.find(({ arn, name }) => arn === nameOrArn || name === nameOrArn)
  if (!found) throw new TemplateError(place, `its target ${nameOrArn} is not a function of the template`)
  return found
}

const roleOf = (logicalId: string, { roles }: Targets): RoleResource | undefined =>
  roles.find((role) => role.logicalId === logicalId)
