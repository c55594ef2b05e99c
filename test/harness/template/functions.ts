import * as z from 'zod/mini'
import type { EventSourceMappingResource, FunctionResource, ScheduleResource } from '../deployment.ts'
import { flag, integer, noEffect, text } from './parse.ts'
import type { NamedResource, Stack } from './stack.ts'
import { TemplateError } from './templateError.ts'

const Lambda = z.strictObject({
  FunctionName: z.optional(z.string()),
  Runtime: z.string(),
  Handler: z.string(),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Role: z.string(),
  Timeout: z.optional(integer),
  MemorySize: z.optional(integer),
  Environment: z.optional(z.strictObject({ Variables: z.record(z.string(), text) })),
  ReservedConcurrentExecutions: z.optional(integer),
  PackageType: z.optional(z.literal('Zip')),
  Architectures: noEffect('the bundles hold no machine code'),
  DeadLetterConfig: noEffect('locally an asynchronous invocation has one attempt, and its failure is logged'),
  Description: noEffect('a text for people'),
  EphemeralStorage: noEffect('functions write no files'),
  KmsKeyArn: noEffect('encryption at rest'),
  LoggingConfig: noEffect('logs go to the terminal'),
  RecursiveLoop: noEffect('the harness lets no function call itself'),
  RuntimeManagementConfig: noEffect('the harness runs on its own Node'),
  Tags: noEffect('observation only'),
  TracingConfig: noEffect('observation only'),
})

/** Child constructs that carry no name of their own: `listAnnouncers/Function/Resource` is `listAnnouncers`. */
const anonymous = new Set(['Resource', 'Default', 'Function', 'Handler'])

export function readFunctions(stack: Stack): FunctionResource[] {
  const roles = stack.named('AWS::IAM::Role')
  return stack.all('AWS::Lambda::Function', Lambda).map((resource) => {
    const { logicalId, name, arn, properties } = resource
    const role = roles.find((candidate) => candidate.arn === properties.Role)
    if (!role) throw new TemplateError(logicalId, `its role ${properties.Role} is not in the template`)
    const codeFolder = stack.assetFolders.get(properties.Code.S3Key)
    if (!codeFolder) throw new TemplateError(logicalId, `its code ${properties.Code.S3Key} is not among the assets`)
    return {
      logicalId,
      id: idOf(resource),
      name,
      arn,
      runtime: properties.Runtime,
      handler: properties.Handler,
      codeFolder,
      timeoutSeconds: properties.Timeout ?? 3,
      memoryMegabytes: properties.MemorySize ?? 128,
      environment: properties.Environment?.Variables ?? {},
      roleLogicalId: role.logicalId,
      reservedConcurrency: properties.ReservedConcurrentExecutions,
    }
  })
}

function idOf({ logicalId, constructPath }: NamedResource): string {
  const id = constructPath?.split('/').findLast((part) => !anonymous.has(part))
  if (id === undefined) throw new TemplateError(logicalId, 'its construct path is not in the assembly')
  return id
}

const Mapping = z.strictObject({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']),
  BatchSize: z.optional(integer),
  MaximumBatchingWindowInSeconds: z.optional(integer),
  MaximumRetryAttempts: z.optional(integer),
  MaximumRecordAgeInSeconds: z.optional(integer),
  BisectBatchOnFunctionError: z.optional(flag),
  FunctionResponseTypes: z.optional(z.array(z.literal('ReportBatchItemFailures'))),
  ParallelizationFactor: z.optional(integer),
  FilterCriteria: z.optional(z.strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })) })),
  DestinationConfig: z.optional(z.strictObject({ OnFailure: z.strictObject({ Destination: z.string() }) })),
  Enabled: z.optional(flag),
  Tags: noEffect('observation only'),
})

/** Mappings of table streams; the limits that are absent are Lambda's own (−1: without end). */
export function readEventSourceMappings(stack: Stack): EventSourceMappingResource[] {
  const functions = stack.named('AWS::Lambda::Function')
  const tables = stack.named('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')
  const queues = stack.named('AWS::SQS::Queue')
  const mappings = stack.all('AWS::Lambda::EventSourceMapping', Mapping)
  return mappings
    .filter(({ properties }) => properties.Enabled !== false)
    .map(({ logicalId, properties }) => {
      const table = tables.find(({ arn }) => properties.EventSourceArn.startsWith(`${arn}/stream/`))
      if (!table) throw new TemplateError(logicalId, `the event source ${properties.EventSourceArn} is not imitated`)
      const destination = properties.DestinationConfig?.OnFailure.Destination
      const queue = queues.find(({ arn }) => arn === destination)
      if (destination !== undefined && !queue)
        throw new TemplateError(logicalId, `the destination ${destination} is not imitated`)
      return {
        logicalId,
        functionLogicalId: functionOf(logicalId, properties.FunctionName, functions),
        tableLogicalId: table.logicalId,
        batchSize: properties.BatchSize ?? 100,
        batchingWindowSeconds: properties.MaximumBatchingWindowInSeconds ?? 0,
        startingPosition: properties.StartingPosition,
        maximumRetryAttempts: properties.MaximumRetryAttempts ?? -1,
        maximumRecordAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
        bisectOnError: properties.BisectBatchOnFunctionError ?? false,
        reportsBatchItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
        parallelizationFactor: properties.ParallelizationFactor ?? 1,
        filters: properties.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? [],
        deadLetterQueueLogicalId: queue?.logicalId,
      }
    })
}

const state = z.optional(z.enum(['ENABLED', 'DISABLED']))
const Rule = z.strictObject({
  Name: z.optional(z.string()),
  ScheduleExpression: z.string(),
  State: state,
  Targets: z._default(
    z.array(
      z.strictObject({
        Arn: z.string(),
        Id: z.string(),
        Input: z.optional(z.string()),
        DeadLetterConfig: noEffect('locally an asynchronous invocation has one attempt'),
        RetryPolicy: noEffect('locally an asynchronous invocation has one attempt'),
      }),
    ),
    [],
  ),
  Description: noEffect('a text for people'),
})
const Schedule = z.strictObject({
  Name: z.optional(z.string()),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.optional(z.enum(['UTC', 'Etc/UTC'])),
  State: state,
  Target: z.strictObject({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.optional(z.string()),
    DeadLetterConfig: noEffect('locally an asynchronous invocation has one attempt'),
    RetryPolicy: noEffect('locally an asynchronous invocation has one attempt'),
  }),
  FlexibleTimeWindow: noEffect('a window of tolerance, of which the harness uses none'),
  Description: noEffect('a text for people'),
})

/** Schedules of both services that start a function; disabled ones are left out. */
export function readSchedules(stack: Stack): ScheduleResource[] {
  const functions = stack.named('AWS::Lambda::Function')
  const rules = stack
    .all('AWS::Events::Rule', Rule)
    .flatMap(({ logicalId, properties }) => properties.Targets.map((target) => ({ logicalId, ...properties, target })))
  const schedules = stack
    .all('AWS::Scheduler::Schedule', Schedule)
    .map(({ logicalId, properties }) => ({ logicalId, ...properties, target: properties.Target }))
  return [...rules, ...schedules]
    .filter(({ State }) => State !== 'DISABLED')
    .map(({ logicalId, ScheduleExpression, target }) => ({
      logicalId,
      functionLogicalId: functionOf(logicalId, target.Arn, functions),
      expression: ScheduleExpression,
      input: target.Input,
    }))
}

function functionOf(place: string, nameOrArn: string, functions: readonly NamedResource[]): string {
  const found = functions.find(({ arn, name }) => arn === nameOrArn || name === nameOrArn)
  if (!found) throw new TemplateError(place, `its target ${nameOrArn} is not a function of the template`)
  return found.logicalId
}
