import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { socketRoutes } from '../../shared/socketRoutes.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { type Json, type Resource, valueAt } from './template.ts'

const template = await defaultTemplate()
const alarms = template.all('AWS::CloudWatch::Alarm')
const projectFile = (name: string): string => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
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

describe('a deployment fails', () => {
  test.each([
    ['a small one whose every request fails', { Count: 4, '5xx': 4 }, true],
    ['one with a single request, which fails', { Count: 1, '5xx': 1 }, true],
    ['a large one of which two percent fail', { Count: 1000, '5xx': 20 }, true],
    ['one failure among others', { Count: 30, '5xx': 1 }, false],
    ['a large one with few failures', { Count: 2000, '5xx': 5 }, false],
    ['one without failures', { Count: 50, '5xx': 0 }, false],
    ['one whose provider nobody configured', { Count: 4, '5xx': 4, NotConfigured: 4 }, false],
    ['one that fails besides that', { Count: 8, '5xx': 8, NotConfigured: 4 }, true],
  ])('%s', (_case, values: Record<string, number>, expected) => {
    expect(isOver('FailingAlarm', { NotConfigured: undefined, ...values })).toBe(expected)
  })

  test('is noticed when it happens twice within half an hour', () => {
    expect(template.one('AWS::CloudWatch::Alarm', 'FailingAlarm').Properties).toMatchObject({
      EvaluationPeriods: 6,
      DatapointsToAlarm: 2,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    })
  })
})

test.each([
  ['RefusedAlarm', { Count: 200, '4xx': 150 }, true],
  ['RefusedAlarm', { Count: 200, '4xx': 60 }, false],
  ['RefusedAlarm', { Count: 20, '4xx': 20 }, false],
  ['SlowAlarm', { Count: 200, Latency: 3500 }, true],
  ['SlowAlarm', { Count: 20, Latency: 9000 }, false],
])('%s at %j: %s', (alarm, values: Record<string, number>, expected) => {
  expect(isOver(alarm, values)).toBe(expected)
})

test('a WebSocket API that answers 500 to everybody is noticed, and one whose functions crash', () => {
  const metrics = metricsOf('LiveFailingAlarm')
  const names = metrics.flatMap(({ MetricStat }) => valueAt(MetricStat, 'Metric', 'MetricName') ?? [])
  expect(names.sort()).toEqual([...socketRoutes.map(() => 'Errors'), 'LiveFailures'])
  const filters = template.all('AWS::Logs::MetricFilter').filter(({ id }) => id.includes('LiveFailures'))
  expect(filters.map(({ Properties }) => Properties['LogGroupName'])).toEqual([
    { Ref: template.one('AWS::Logs::LogGroup', 'realtimeLogs').id },
  ])
  for (const { Properties } of filters) expect(Properties['FilterPattern']).toBe('{ $.status >= 500 }')
})

test('work that fails again and again is noticed, for as long as it does', () => {
  const filters = template.all('AWS::Logs::MetricFilter').filter(({ id }) => id.includes('Postponed'))
  expect(filters.map(({ id }) => id.replace(/Postponed.*/, ''))).toEqual(['workersLogs'])
  for (const { Properties } of filters) expect(Properties['FilterPattern']).toBe('{ $.attempts >= 5 }')
  expect(template.one('AWS::CloudWatch::Alarm', 'PostponedAlarm').Properties).toMatchObject({
    EvaluationPeriods: 12,
    DatapointsToAlarm: 1,
    Threshold: 0,
  })
})

test.each(alarms)('$id says what it means, and has a paragraph in the runbook', ({ id, Properties }) => {
  const name = JSON.stringify(Properties['AlarmName'])
  const [, heading = ''] = /-([a-z-]+)"\]\]/.exec(name) ?? expect.fail(name)
  expect(String(Properties['AlarmDescription'])).toMatch(/^.{20,}: .* "[a-z-]+"\.$|^.{20,}\. More in/)
  expect(String(Properties['AlarmDescription'])).toContain(`"${heading}"`)
  expect(runbook, id).toContain(`\n## ${heading}\n`)
})

test('the runbook has no paragraph of an alarm that there is not', () => {
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toHaveLength(alarms.length)
})

/** A part of the guide, its lines joined. */
const guidePart = (pattern: RegExp): string =>
  (pattern.exec(projectFile('infra/README.md'))?.[0] ?? expect.fail(`no ${pattern}`)).replaceAll('\n', ' ')

test('the bill is what the template costs: alarms are billed by the metric', () => {
  const billed = alarms.map(({ Properties }) =>
    Properties['Metrics'] === undefined ? 1 : metricsOfProperties(Properties['Metrics']),
  )
  const total = billed.reduce((sum, metrics) => sum + metrics, 0)
  const bill = guidePart(/^## The bill\n\n(?:.+\n)+/m)
  expect(
    bill.match(/\d+ (KMS keys|alarms|metrics|scheduled workers|dashboard|saved queries)|\d\.\d+ USD a month(?=\))/g),
  ).toEqual([
    `${template.all('AWS::KMS::Key').length} KMS keys`,
    `${alarms.length} alarms`,
    `${total} metrics`,
    `${(total / 10).toFixed(2)} USD a month`,
    `${new Set(template.all('AWS::Logs::MetricFilter').map(countedName)).size} metrics`,
    `${template.all('AWS::Events::Rule').length} scheduled workers`,
    `${template.all('AWS::CloudWatch::Dashboard').length} dashboard`,
    `${template.all('AWS::Logs::QueryDefinition').length} saved queries`,
  ])
})

test('the bill names what an hour of a flood costs at the rates that the template has', () => {
  const { DefaultRouteSettings, RouteSettings } = template.one('AWS::ApiGatewayV2::Stage', 'Stage').Properties
  const rates = [...Object.values(RouteSettings as object), DefaultRouteSettings].map((settings) =>
    Number(valueAt(settings, 'ThrottlingRateLimit')),
  )
  const readsPerMillion = 1.5
  const prices = [...new Set(rates)].map((rate) => ((rate * 3600 * readsPerMillion) / 1e6).toFixed(2))
  const flood = guidePart(/^A flood (?:.+\n)+/m)
  expect(flood.match(/[\d.]+(?= USD an hour)/g)).toEqual(prices)
})

const countedName = ({ Properties }: Resource) => valueAt(Properties['MetricTransformations'], 0, 'MetricName')

const metricsOfProperties = (metrics: Json): number =>
  (metrics as unknown as readonly AlarmMetric[]).filter(({ MetricStat }) => MetricStat !== undefined).length
