import { expect, test } from 'vitest'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { plain } from './template.ts'

const template = await defaultTemplate()

const lambdaOf = (id: string) => template.one('AWS::Lambda::Function', id).Properties
const mappings = template.all('AWS::Lambda::EventSourceMapping')
const streams = mappings.filter(({ id }) => id.endsWith('Stream'))

test('a failing batch of a table stream is halved until its record is alone, which is kept where it is given up', () => {
  expect(streams.length).toBeGreaterThan(10)
  for (const { id, Properties } of streams) {
    expect(plain(Properties), id).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: '<DeadLetters.Arn>' } },
    })
    expect(Properties['MaximumRetryAttempts'], id).toBeGreaterThan(0)
    // DynamoDB keeps a record for a day.
    expect(Properties['MaximumRecordAgeInSeconds'], id).toBeLessThanOrEqual(86_400)
  }
})

test('an invocation that fails to the end is kept; a queue keeps its own messages', () => {
  for (const { id } of workers.filter(({ source }) => !('queue' in source)))
    expect(plain(lambdaOf(id)['DeadLetterConfig']), id).toEqual({ TargetArn: '<DeadLetters.Arn>' })
})

test('a table stream has at most two workers, because DynamoDB throttles a third reader of a shard', () => {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
  const sources = mappings.map(({ Properties }) => String(Object(plain(Properties))['EventSourceArn']))

  expect(sources.filter((source) => sources.filter((other) => other === source).length > 2)).toEqual([])
})

test('a worker of a schedule ends before its next run', () => {
  const periods = { 'rate(1 minute)': 60, 'rate(1 day)': 86_400 }
  const rules = template.all('AWS::Events::Rule')

  expect(rules.length).toBeGreaterThan(0)
  for (const { id, Properties } of rules) {
    const period = periods[String(Properties['ScheduleExpression']) as keyof typeof periods]
    expect(Number(lambdaOf(id.replace(/Schedule$/, ''))['Timeout']), id).toBeLessThan(period)
  }
})

test('a queue message is hidden for six timeouts of its worker, and given up after five attempts', () => {
  // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-queueconfig
  expect(lambdaOf('wakePostponed')['Timeout']).toBe(60 / 6)
  const queue = template.one('AWS::SQS::Queue', 'wakeUpsQueue').Properties
  expect(plain(queue)).toMatchObject({
    VisibilityTimeout: 60,
    RedrivePolicy: { deadLetterTargetArn: '<DeadLetters.Arn>', maxReceiveCount: 5 },
  })
})

test('work that was given up is kept for two weeks, encrypted, and every queue is used over TLS only', () => {
  expect(template.one('AWS::SQS::Queue', 'DeadLetters').Properties).toEqual({
    MessageRetentionPeriod: 14 * 24 * 60 * 60,
    SqsManagedSseEnabled: true,
  })
  const policies = template.all('AWS::SQS::QueuePolicy').map(({ Properties }) => plain(Properties))
  expect(policies).toEqual(
    ['DeadLetters', 'wakeUpsQueue'].map((queue) => ({
      Queues: [`<${queue}>`],
      PolicyDocument: {
        Statement: [
          {
            Action: 'sqs:*',
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Resource: `<${queue}.Arn>`,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
        Version: '2012-10-17',
      },
    })),
  )
})

test('an account that may run ten functions keeps some for its API: a shard is read by one batch at a time', () => {
  const slow = synthesize({ parallelizationFactor: 1 }).all('AWS::Lambda::EventSourceMapping')
  const factors = slow.map(({ Properties }) => Properties['ParallelizationFactor'])

  expect(new Set(factors.filter((factor) => factor !== undefined))).toEqual(new Set([1]))
})

test('a worker for a table without a stream is refused by name', () => {
  const [worker] = workers.filter(({ id }) => id === 'announceStream')
  const source = { ...worker?.source, stream: 'announcers' }

  expect(() => synthesize({}, { workers: [{ ...worker, source } as never] })).toThrow(
    'the table announcers has no stream',
  )
})

test('an operation ends before the 30 seconds of its gateway', () => {
  const timeouts = template
    .all('AWS::Lambda::Function')
    .map(({ id, Properties: { Timeout } }) => [id.replace(/[0-9A-F]{8}$/, ''), Number(Timeout)] as const)
    .filter(([id]) => !workers.some((worker) => worker.id === id))

  expect(timeouts.filter(([, timeout]) => timeout >= 30)).toEqual([])
})
