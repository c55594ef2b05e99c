import { expect, test } from 'vitest'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { plain, valueAt } from './template.ts'

const template = await defaultTemplate()

/** Every worker of a table stream by hand: timeout, table, batch × batches of a shard, retries, age limit, filter. */
const streamed: readonly (readonly [id: string, settings: string, filter: object | undefined])[] = [
  ['writePrint', '60 s: prints, 1 × 10, 1000 retries, 86400 s', { kinds: 'INSERT MODIFY', status: 'queued' }],
  ['handleDataJobs', '60 s: dataJobs, 1 × 10, 1000 retries, 86400 s', { kinds: 'INSERT MODIFY', status: 'queued' }],
  ['projectPayments', '60 s: payments, 48 × 1, 10 retries, 86400 s', { kinds: 'INSERT MODIFY', projection: 'due' }],
  ['projectAudience', '30 s: streamEvents, 32 × 1, 10 retries, 3600 s', { kinds: 'INSERT MODIFY', state: 'due' }],
  ['readyVideos', '60 s: videos, 90 × 1, 10 retries, 86400 s', { kinds: 'INSERT MODIFY', status: 'prepared' }],
  ['pushAlerts', '30 s: alerts, 25 × 10, 5 retries, 300 s', { kinds: 'INSERT' }],
  ['pushDeliveries', '30 s: deliveries, 25 × 10, 5 retries, 300 s', { kinds: 'INSERT' }],
  ['announceStream', '30 s: streamEvents, 100 × 1, 10 retries, 3600 s', { kinds: 'INSERT MODIFY', state: 'queued' }],
  ['sendAnnouncement', '30 s: announcements, 10 × 10, 3 retries, 3600 s', { kinds: 'INSERT MODIFY', state: 'queued' }],
  ['sendWebhook', '30 s: endpointMessages, 10 × 10, 3 retries, 3600 s', { kinds: 'INSERT MODIFY', state: 'queued' }],
  ['sendSlowWebhook', '30 s: endpointMessages, 10 × 10, 3 retries, 3600 s', { kinds: 'INSERT MODIFY', state: 'slow' }],
  ['subscribeEvents', '60 s: accountLinks, 10 × 10, 10 retries, 3600 s', undefined],
  ['revokeTokens', '60 s: tokens, 10 × 10, 10 retries, 3600 s', { kinds: 'REMOVE' }],
]
/** Every worker of a schedule by hand, with its timeout and its period in seconds. */
const scheduled: readonly (readonly [id: string, timeout: number, period: number])[] = [
  ['retryPostponed', 58, 60],
  ['wakeDueAnnouncements', 58, 60],
  ['watchVkLive', 58, 60],
  ['askSources', 58, 60],
  ['keepSubscriptions', 600, 86_400],
]

const lambdaOf = (id: string) => template.one('AWS::Lambda::Function', id).Properties
const idsOf = (type: string) => template.all(type).map(({ id }) => id.replace(/(Stream|Queue|Schedule)$/, ''))

test('every worker has a row in one of these tables, or is that of the queue', () => {
  expect(idsOf('AWS::Lambda::EventSourceMapping').sort()).toEqual(
    ['wakePostponed', ...streamed.map(([id]) => id)].sort(),
  )
  expect(idsOf('AWS::Events::Rule').sort()).toEqual(scheduled.map(([id]) => id).sort())
  expect(workers).toHaveLength(streamed.length + scheduled.length + 1)
})

test.each(streamed)('%s works as its table stream delivers: %s', (id, settings, filter) => {
  const { FilterCriteria, ...mapping } = template.one('AWS::Lambda::EventSourceMapping', `${id}Stream`).Properties
  const { EventSourceArn: source, BatchSize, ParallelizationFactor, ...rest } = Object(plain(mapping))
  const { MaximumRetryAttempts: retries, MaximumRecordAgeInSeconds: age, ...others } = rest
  const pattern = valueAt(FilterCriteria, 'Filters', 0, 'Pattern')
  const { eventName = [], dynamodb } = Object(pattern === undefined ? {} : JSON.parse(String(pattern)))
  const images = Object.entries<{ S: readonly string[] }>(dynamodb?.NewImage ?? {})
  const { Timeout, DeadLetterConfig } = lambdaOf(id)

  const [, table] = /^<(\w+)Table\.StreamArn>$/.exec(source) ?? []
  expect(`${Timeout} s: ${table}, ${BatchSize} × ${ParallelizationFactor}, ${retries} retries, ${age} s`).toBe(settings)
  expect(
    pattern && { kinds: eventName.join(' '), ...Object.fromEntries(images.map(([name, { S }]) => [name, S.join()])) },
  ).toEqual(filter)
  // A failing batch is halved until its record is alone, and that is given up in the end.
  expect(others).toEqual({
    FunctionName: `<${id}.Arn>`,
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: '<DeadLetters.Arn>' } },
  })
  expect(plain(DeadLetterConfig)).toEqual({ TargetArn: '<DeadLetters.Arn>' })
})

test('a table stream has at most two workers, because DynamoDB throttles a third reader of a shard', () => {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
  const sources = template
    .all('AWS::Lambda::EventSourceMapping')
    .map(({ Properties }) => String(Object(plain(Properties))['EventSourceArn']))

  expect(sources.filter((source) => sources.filter((other) => other === source).length > 2)).toEqual([])
})

test.each(scheduled)(
  '%s ends within %i s, before its next run in %i s, and its failures are kept',
  (id, timeout, period) => {
    const rule = template.one('AWS::Events::Rule', `${id}Schedule`)

    expect(timeout).toBeLessThan(period)
    expect(plain(rule.Properties)).toEqual({
      ScheduleExpression: { 60: 'rate(1 minute)', 86400: 'rate(1 day)' }[period],
      State: 'ENABLED',
      Targets: [{ Id: id, Arn: `<${id}.Arn>` }],
    })
    expect(lambdaOf(id)['Timeout']).toBe(timeout)
    expect(plain(lambdaOf(id)['DeadLetterConfig'])).toEqual({ TargetArn: '<DeadLetters.Arn>' })
    expect(plain(template.one('AWS::Lambda::Permission', `${id}Permission`).Properties)).toEqual({
      Action: 'lambda:InvokeFunction',
      FunctionName: `<${id}>`,
      Principal: 'events.amazonaws.com',
      SourceArn: `<${rule.id}.Arn>`,
      SourceAccount: '<AWS::AccountId>',
    })
  },
)

test('a message of the queue is hidden for six timeouts of its worker, as AWS advises, and given up after five attempts', () => {
  // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-queueconfig
  expect(lambdaOf('wakePostponed')['Timeout']).toBe(60 / 6)
  expect(plain(template.one('AWS::Lambda::EventSourceMapping', 'wakePostponedQueue').Properties)).toEqual({
    FunctionName: '<wakePostponed.Arn>',
    EventSourceArn: '<wakeUpsQueue.Arn>',
    BatchSize: 10,
    MaximumBatchingWindowInSeconds: 0,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 5 },
  })
  expect(plain(template.one('AWS::SQS::Queue', 'wakeUpsQueue').Properties)).toEqual({
    SqsManagedSseEnabled: true,
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
  const mappings = synthesize({ parallelizationFactor: 1 }).all('AWS::Lambda::EventSourceMapping')
  const factors = mappings.map(({ Properties }) => Properties['ParallelizationFactor'])

  expect(new Set(factors.filter((factor) => factor !== undefined))).toEqual(new Set([1]))
})

test('a worker for a table without a stream is refused by name', () => {
  const [worker] = workers.filter(({ id }) => id === 'announceStream')
  const source = { ...worker?.source, stream: 'announcers' }

  expect(() => synthesize({}, { workers: [{ ...worker, source } as never] })).toThrow(
    'the table announcers has no stream',
  )
})

test('an operation ends before the 30 seconds of its gateway; only those that ask others take more than 10', () => {
  const timeouts = template
    .all('AWS::Lambda::Function')
    .map(({ id, Properties: { Timeout } }) => [id.replace(/[0-9A-F]{8}$/, ''), Timeout] as const)
    .filter(([id]) => !workers.some((worker) => worker.id === id))
    .filter(([, timeout]) => timeout !== 10)

  expect(Object.fromEntries(timeouts)).toEqual({
    getExternalPlaylist: 29,
    linkKick: 20,
    linkSource: 20,
    linkTwitch: 20,
    getVkLiveToken: 20,
    getAccessToken: 15,
    linkChat: 15,
    receiveMessengerWebhook: 15,
  })
})

test('functions have 512 MB, except the two that write files and the one that asks sources', () => {
  const memories = template
    .all('AWS::Lambda::Function')
    .map(({ id, Properties: { MemorySize } }) => [id.replace(/[0-9A-F]{8}$/, ''), MemorySize] as const)
    .filter(([, memory]) => memory !== 512)

  expect(Object.fromEntries(memories)).toEqual({ writePrint: 1024, handleDataJobs: 1024, askSources: 256 })
})
