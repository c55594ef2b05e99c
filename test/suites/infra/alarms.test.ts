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
  ['RefusedAlarm', { Count: 200, Refusals: 150 }, true],
  ['RefusedAlarm', { Count: 200, Refusals: 60 }, false],
  ['RefusedAlarm', { Count: 200, Refusals: undefined }, false],
  ['RefusedAlarm', { Count: 20, Refusals: 20 }, false],
])('%s at %j: %s', (alarm, values: Record<string, number | undefined>, expected) => {
  expect(isOver(alarm, values)).toBe(expected)
})

test('refused requests and one-time codes that opened nothing are refusals', () => {
  const filters = template.all('AWS::Logs::MetricFilter').map(({ Properties }) => ({
    pattern: Properties['FilterPattern'],
    name: valueAt(Properties, 'MetricTransformations', 0, 'MetricName'),
  }))

  expect(
    filters
      .filter(({ name }) => name === 'Refusals')
      .map(({ pattern }) => pattern)
      .toSorted(),
  ).toEqual(['{ $.message = "otp_refused" }', '{ $.status = "4*" }'])
})

const patient = ['writePrint', 'handleDataJobs', 'projectPayments', 'readyVideos']

test.each(alarms)('$id goes to the topic, and comes back there; silence is no alarm', ({ Properties }) => {
  expect(plain(Properties)).toMatchObject({
    AlarmActions: ['<Alarms>'],
    OKActions: ['<Alarms>'],
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  })
})

test('a worker without an alarm for its backlog gives late records up within an hour, and given-up rings', () => {
  const streams = template.all('AWS::Lambda::EventSourceMapping').filter(({ id }) => id.endsWith('Stream'))
  const others = streams.filter(({ id }) => !patient.includes(id.replace(/Stream$/, '')))

  expect(others.length).toBeGreaterThan(0)
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

test.each(alarms)('$id names its paragraph in the runbook', ({ id, Properties }) => {
  const name = JSON.stringify(Properties['AlarmName'])
  const [, heading = ''] = /-([a-z-]+)"\]\]/.exec(name) ?? expect.fail(name)
  expect(String(Properties['AlarmDescription'])).toContain(`"${heading}"`)
  expect(runbook, id).toContain(`\n## ${heading}\n`)
})

test('the runbook has no paragraph of an alarm that there is not', () => {
  const [ofAlarms = ''] = runbook.split('\n# Faults without an alarm')
  const headings = [...ofAlarms.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toHaveLength(alarms.length)
})
