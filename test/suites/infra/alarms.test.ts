import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { type Json, plain, valueAt } from './template.ts'

const template = await defaultTemplate()
const alarms = template.all('AWS::CloudWatch::Alarm')
const projectFile = (name: string): string => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')
const runbook = projectFile('infra/RUNBOOK.md')

interface AlarmMetric {
  readonly Id: string
  readonly Expression?: string
  readonly MetricStat?: Json
}

const metricsOf = (id: string): readonly AlarmMetric[] => {
  const { Metrics } = template.one('AWS::CloudWatch::Alarm', id).Properties
  return Metrics as unknown as readonly AlarmMetric[]
}

const functionsOfMath = {
  IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
  FILL: (value: number | undefined, filler: number) => value ?? filler,
}

/** What an alarm's expressions make of the values of a period, in the part of CloudWatch's metric math that is JavaScript as well. */
const evaluated = (alarm: string, values: Readonly<Record<string, number | undefined>>): number => {
  const known: Record<string, unknown> = { ...functionsOfMath }
  const metrics = metricsOf(alarm)
  for (const { Id, MetricStat } of metrics) {
    if (MetricStat === undefined) continue
    const name = String(valueAt(MetricStat, 'Metric', 'MetricName'))
    expect(Object.keys(values)).toContain(name)
    known[Id] = values[name]
  }
  const expressions = metrics.filter(({ Expression }) => Expression !== undefined)
  // Expressions that are used by others stand behind them.
  for (const { Id, Expression } of expressions.toReversed())
    known[Id] = new Function(...Object.keys(known), `return ${Expression}`)(...Object.values(known))
  return Number(known[expressions[0]?.Id ?? ''])
}

const isOver = (alarm: string, values: Readonly<Record<string, number | undefined>>): boolean =>
  evaluated(alarm, values) > Number(template.one('AWS::CloudWatch::Alarm', alarm).Properties['Threshold'])

test.each([
  ['a small one whose every request fails', { Count: 4, '5xx': 4 }, true],
  ['one with a single request, which fails', { Count: 1, '5xx': 1 }, true],
  ['a large one of which two percent fail', { Count: 1000, '5xx': 20 }, true],
  ['one failure among others', { Count: 30, '5xx': 1 }, false],
  ['a large one with few failures', { Count: 2000, '5xx': 5 }, false],
  ['one without failures', { Count: 50, '5xx': 0 }, false],
  ['one whose provider nobody configured', { Count: 4, '5xx': 4, NotConfigured: 4 }, false],
  ['one that fails besides that', { Count: 8, '5xx': 8, NotConfigured: 4 }, true],
])('a deployment fails: %s', (_case, values: Record<string, number>, expected) => {
  expect(isOver('FailingAlarm', { NotConfigured: undefined, ...values })).toBe(expected)
})

test.each([
  ['RefusedAlarm', { Count: 200, '4xx': 150 }, true],
  ['RefusedAlarm', { Count: 200, '4xx': 60 }, false],
  ['RefusedAlarm', { Count: 20, '4xx': 20 }, false],
])('%s at %j: %s', (alarm, values: Record<string, number>, expected) => {
  expect(isOver(alarm, values)).toBe(expected)
})

/** `expression; AWS/Lambda Errors of <open>, Sum of 300 s` */
const metricText = ({ Id, Expression, MetricStat }: AlarmMetric): string => {
  if (Expression !== undefined) return `${Id}: ${Expression}`
  const { Metric, Period, Stat } = Object(plain(MetricStat))
  const [of] = (Metric.Dimensions ?? []).map(({ Value }: Record<string, Json>) => ` of ${Value}`)
  return `${Id}: ${Metric.Namespace} ${Metric.MetricName}${of ?? ''}, ${Stat} of ${Period} s`
}

const patient = ['writePrint', 'handleDataJobs', 'projectPayments', 'readyVideos']

test.each([
  [
    'FailingAlarm',
    '> 1 in 2 of 6',
    [
      'expr_1: IF(failures >= 3 || failures == requests, 100 * failures / requests, 0)',
      'failures: answers - FILL(notConfigured, 0)',
      'answers: AWS/ApiGateway 5xx of <Api>, Sum of 300 s',
      'notConfigured: streaming-support NotConfigured, Sum of 300 s',
      'requests: AWS/ApiGateway Count of <Api>, Sum of 300 s',
    ],
  ],
  [
    'RefusedAlarm',
    '> 50 in 3 of 3',
    [
      'expr_1: IF(requests >= 100, 100 * refusals / requests, 0)',
      'refusals: AWS/ApiGateway 4xx of <Api>, Sum of 300 s',
      'requests: AWS/ApiGateway Count of <Api>, Sum of 300 s',
    ],
  ],
  ['ThrottledWebhooksAlarm', '> 0 in 1 of 1', ['streaming-support ThrottledWebhooks, Sum of 300 s']],
  ['SlowAlarm', '> 3000 in 3 of 3', ['AWS/ApiGateway Latency of <Api>, p90 of 300 s']],
  [
    'LiveFailingAlarm',
    '> 2 in 2 of 6',
    [
      'expr_1: SUM(METRICS())',
      'openConnectionCrashes: AWS/Lambda Errors of <openConnection>, Sum of 300 s',
      'receiveMessageCrashes: AWS/Lambda Errors of <receiveMessage>, Sum of 300 s',
      'answers: streaming-support LiveFailures, Sum of 300 s',
    ],
  ],
  [
    'GivenUpAlarm',
    '> 0 in 1 of 1',
    ['AWS/SQS ApproximateNumberOfMessagesVisible of <DeadLetters.QueueName>, Maximum of 300 s'],
  ],
  ['PostponedAlarm', '> 0 in 1 of 12', ['streaming-support Postponed, Sum of 300 s']],
  [
    'BacklogAlarm',
    '> 600000 in 2 of 2',
    [
      'expr_1: MAX(METRICS())',
      ...patient.map((id, index) => `age${index}: AWS/Lambda IteratorAge of <${id}>, Maximum of 300 s`),
    ],
  ],
])('%s is raised by %s periods, and goes to the topic', (id, rule, metrics) => {
  const { Properties } = template.one('AWS::CloudWatch::Alarm', id)
  const { Metrics, Threshold, DatapointsToAlarm, EvaluationPeriods, ...rest } = Object(plain(Properties))
  const { Namespace, MetricName, Dimensions, Period, ExtendedStatistic, Statistic: Stat = ExtendedStatistic } = rest
  const single = {
    Id: '',
    MetricStat: { Metric: { Namespace, MetricName, Dimensions: Dimensions ?? [] }, Period, Stat },
  }

  expect(`> ${Threshold} in ${DatapointsToAlarm} of ${EvaluationPeriods}`).toBe(rule)
  expect((Metrics ?? [single]).map((metric: AlarmMetric) => metricText(metric).replace(/^: /, ''))).toEqual(metrics)
  expect(rest).toMatchObject({
    AlarmActions: ['<Alarms>'],
    OKActions: ['<Alarms>'],
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  })
})

test('what an alarm computes is named for people', () => {
  const metrics = template
    .all('AWS::CloudWatch::Alarm')
    .flatMap(({ Properties }) => Object(Properties['Metrics'] ?? []))
  const labels = metrics.flatMap(({ Label }: { readonly Label?: string }) => Label ?? [])

  expect(labels.toSorted()).toEqual([
    'Age of the oldest record in milliseconds',
    'Failed requests in percent',
    'Failures of the WebSocket API',
    'Refused requests in percent',
  ])
})

test('a worker without an alarm for its backlog gives late records up within an hour, and given-up rings', () => {
  const streams = template.all('AWS::Lambda::EventSourceMapping').filter(({ id }) => id.endsWith('Stream'))
  const others = streams.filter(({ id }) => !patient.includes(id.replace(/Stream$/, '')))

  expect(others).toHaveLength(9)
  for (const { id, Properties } of others) {
    expect(Number(Properties['MaximumRecordAgeInSeconds']), id).toBeLessThanOrEqual(3600)
    expect(plain(valueAt(Properties, 'DestinationConfig', 'OnFailure', 'Destination'))).toBe('<DeadLetters.Arn>')
  }
})

test('the tenth of fewer than a hundred requests says nothing of an API that is slow', () => {
  const { Properties } = template.one('AWS::CloudWatch::Alarm', 'SlowAlarm')

  expect(Properties['EvaluateLowSampleCountPercentile']).toBe('ignore')
})

test('only alarms of this account may publish to their topic, and only over TLS', () => {
  const publishing = { Action: 'sns:Publish', Resource: '<Alarms>' }

  expect(plain(template.one('AWS::SNS::TopicPolicy').Properties['PolicyDocument'])).toEqual({
    Statement: [
      {
        Sid: 'AllowPublishThroughSSLOnly',
        Effect: 'Deny',
        Principal: '*',
        ...publishing,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        Sid: '1',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        ...publishing,
        Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
      },
    ],
    Version: '2012-10-17',
  })
  expect(template.all('AWS::SNS::Subscription')).toEqual([])
})

test.each(alarms)('$id says what it means, and has a paragraph in the runbook', ({ id, Properties }) => {
  const name = JSON.stringify(Properties['AlarmName'])
  const [, heading = ''] = /-([a-z-]+)"\]\]/.exec(name) ?? expect.fail(name)
  expect(String(Properties['AlarmDescription'])).toMatch(/^.{20,}: .* "[a-z-]+"\.$|^.{20,}\. More in/)
  expect(String(Properties['AlarmDescription'])).toContain(`"${heading}"`)
  expect(runbook, id).toContain(`\n## ${heading}\n`)
})

test('the mail of an alarm says what is wrong, and the log in which it shows', () => {
  const mails = alarms.map(({ Properties }) => String(Properties['AlarmDescription']).replace(/\. More in .+$/, ''))

  expect(mails.sort()).toEqual([
    'A worker is more than ten minutes behind its stream: look for level ERROR in the log of the workers',
    'More than 1 % of the requests fail: look for level ERROR in the log groups of the areas',
    'More than 50 % of the requests are refused: look in the access log for which status',
    'One request in ten takes longer than 3000 ms: look in the access log for which route',
    'Overlays are not let in, or lose what they send: look for level ERROR in the log group realtime',
    'Webhooks are turned away, money among them: look in the access log for who sends how many',
    'Work fails again and again: look for "postponed" in the log of the workers',
    'Work was given up: the messages in the dead-letter queue name its function, stream and records',
  ])
})

test('the runbook has no paragraph of an alarm that there is not', () => {
  const [ofAlarms = ''] = runbook.split('\n# Faults without an alarm')
  const headings = [...ofAlarms.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toHaveLength(alarms.length)
})
