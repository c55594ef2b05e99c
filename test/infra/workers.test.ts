import { describe, expect, test } from 'vitest'
import { workers } from '../../shared/workerRegistry.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { valueAt } from './template.ts'

const streamed = workers.flatMap(({ id, source }) => ('stream' in source ? [{ id, source }] : []))

const scheduled = workers.flatMap(({ id, source }) => ('schedule' in source ? [{ id, source }] : []))

const template = await defaultTemplate()
const deadLetters = { 'Fn::GetAtt': [template.one('AWS::SQS::Queue', 'DeadLetters').id, 'Arn'] }
const lambdaOf = (id: string) => template.one('AWS::Lambda::Function', id)

describe.each(streamed)('$id', ({ id, source }) => {
  const { Properties } = template.one('AWS::Lambda::EventSourceMapping', `${id}Stream`)

  test('reads its table’s stream, and gives up in the end', () => {
    const table = template.one('AWS::DynamoDB::Table', `${source.stream}Table`)
    expect(Properties).toMatchObject({
      FunctionName: { 'Fn::GetAtt': [lambdaOf(id).id, 'Arn'] },
      EventSourceArn: { 'Fn::GetAtt': [table.id, 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: source.batchSize,
      MaximumRetryAttempts: source.maximumRetryAttempts,
      MaximumRecordAgeInSeconds: source.maximumRecordAgeSeconds,
      ParallelizationFactor: source.parallelizationFactor ?? 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: deadLetters } },
    })
  })

  test('is invoked for what its filter lets through', () => {
    const pattern = valueAt(Properties['FilterCriteria'], 'Filters', 0, 'Pattern')
    expect(pattern === undefined ? {} : JSON.parse(String(pattern))).toEqual({
      ...(source.events && { eventName: source.events }),
      ...(source.filter && { dynamodb: { NewImage: source.filter } }),
    })
  })
})

test.each(scheduled)('$id is invoked by its schedule, and its failures end in the queue', ({ id, source }) => {
  const rule = template.one('AWS::Events::Rule', `${id}Schedule`)
  const lambda = lambdaOf(id)
  expect(rule.Properties).toEqual({
    ScheduleExpression: source.schedule,
    State: 'ENABLED',
    Targets: [{ Id: id, Arn: { 'Fn::GetAtt': [lambda.id, 'Arn'] } }],
  })
  expect(lambda.Properties['DeadLetterConfig']).toEqual({ TargetArn: deadLetters })
  expect(template.one('AWS::Lambda::Permission', `${id}Permission`).Properties).toEqual({
    Action: 'lambda:InvokeFunction',
    FunctionName: { Ref: lambda.id },
    Principal: 'events.amazonaws.com',
    SourceArn: { 'Fn::GetAtt': [rule.id, 'Arn'] },
    SourceAccount: { Ref: 'AWS::AccountId' },
  })
})

test.each(
  workers.flatMap(({ id, timeoutSeconds, source }) => ('queue' in source ? [{ id, timeoutSeconds, source }] : [])),
)(
  '$id gets the messages of its queue, as AWS advises, and what fails five times is given up',
  ({ id, timeoutSeconds, source }) => {
    const queue = template.one('AWS::SQS::Queue', `${source.queue}Queue`)
    expect(template.one('AWS::Lambda::EventSourceMapping', `${id}Queue`).Properties).toEqual({
      FunctionName: { 'Fn::GetAtt': [lambdaOf(id).id, 'Arn'] },
      EventSourceArn: { 'Fn::GetAtt': [queue.id, 'Arn'] },
      BatchSize: source.batchSize,
      MaximumBatchingWindowInSeconds: 0,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: source.maximumConcurrency },
    })
    expect(queue.Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      RedrivePolicy: { deadLetterTargetArn: deadLetters, maxReceiveCount: 5 },
    })
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-queueconfig
    expect(Number(queue.Properties['VisibilityTimeout'])).toBeGreaterThanOrEqual(6 * timeoutSeconds)
  },
)

test('a worker for a table without a stream is refused by name', () => {
  const [worker] = workers.filter(({ id }) => id === 'announceStream')
  const source = { ...worker?.source, stream: 'announcers' }
  expect(() => synthesize({}, { workers: [{ ...worker, source } as never] })).toThrow(
    'the table announcers has no stream',
  )
})

test('the dead-letter queue is encrypted, TLS only, and watched', () => {
  const queue = template.one('AWS::SQS::Queue', 'DeadLetters')
  expect(queue.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 60 * 60 })
  for (const { Properties } of template.all('AWS::SQS::QueuePolicy'))
    expect(JSON.stringify(Properties)).toContain('"aws:SecureTransport":"false"')
  expect(template.one('AWS::CloudWatch::Alarm', 'GivenUpAlarm').Properties).toMatchObject({ Threshold: 0 })
})

test('a worker that falls behind its stream is noticed', () => {
  const { Metrics } = template.one('AWS::CloudWatch::Alarm', 'BacklogAlarm').Properties
  expect(Metrics).toHaveLength(1 + streamed.length)
})
