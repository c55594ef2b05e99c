import { expect, test } from 'vitest'
import { benchCounts } from '../../../proofs/capacity/counts.ts'
import { type DeployedFacts, deployedFacts } from '../../../proofs/capacity/deployedFacts.ts'
import { floodsOf } from '../../../proofs/capacity/floods.ts'
import { idleParts, loads, monthOf, rotated } from '../../../proofs/capacity/month.ts'
import { fullAt, limitsOf, peakOf, reachTable } from '../../../proofs/capacity/reach.ts'
import { announceEvening } from '../../../proofs/capacity/streamStarts.ts'

const alarm = (metrics: number) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { Metrics: [{ Expression: '' }, ...Array.from({ length: metrics }, () => ({ MetricStat: {} }))] },
})
const filter = (MetricName: string) => ({
  Type: 'AWS::Logs::MetricFilter',
  Properties: { MetricTransformations: [{ MetricName }] },
})
const rule = (Id: string, ScheduleExpression: string) => ({
  Type: 'AWS::Events::Rule',
  Properties: { ScheduleExpression, Targets: [{ Id }] },
})
const stage = (rate: number, own: object = {}) => ({
  Type: 'AWS::ApiGatewayV2::Stage',
  Properties: { DefaultRouteSettings: { ThrottlingRateLimit: rate }, RouteSettings: own },
})

const resources = {
  secrets: { Type: 'AWS::KMS::Key', Properties: { EnableKeyRotation: true } },
  cursors: { Type: 'AWS::KMS::Key' },
  rates: alarm(3),
  plain: { Type: 'AWS::CloudWatch::Alarm' },
  first: filter('Pushed'),
  second: filter('Pushed'),
  third: filter('Taken'),
  minutely: rule('askSources', 'rate(1 minute)'),
  daily: rule('keepSubscriptions', 'rate(1 day)'),
  Stage: stage(200, { 'POST /webhooks': { ThrottlingRateLimit: 2_000 } }),
  LiveStage: stage(150, { $connect: { ThrottlingRateLimit: 400 } }),
  paymentsTable0A: {
    Type: 'AWS::DynamoDB::Table',
    Properties: { OnDemandThroughput: { MaxWriteRequestUnits: 4_000 } },
  },
  alertsTable0A: { Type: 'AWS::DynamoDB::Table', Properties: { OnDemandThroughput: { MaxReadRequestUnits: 10_000 } } },
  projectPaymentsStream: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ParallelizationFactor: 2 } },
  queue: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { ScalingConfig: {} } },
  keepSubscriptions0B: { Type: 'AWS::Lambda::Function', Properties: { Timeout: 600 } },
}
const facts: DeployedFacts = deployedFacts(Object.entries(resources))

test('the facts of a deployment are those of its resources', () => {
  expect(facts).toEqual({
    keys: 2,
    rotatingKeys: 1,
    alarmMetrics: 4,
    logMetrics: 2,
    schedules: [
      ['askSources', 43_800],
      ['keepSubscriptions', 43_800 / 1440],
    ],
    queues: 1,
    routeRate: 150,
    webhookRate: 2_000,
    connectRate: 400,
    tableWrites: 4_000,
    tableReads: 10_000,
    paymentLanes: 2,
    comparingSeconds: 600,
  })
})

test('an hour’s flood of a route without a token costs at most 5 USD, and 13 where money comes', () => {
  const floods = floodsOf({ ...facts, routeRate: 200 })

  expect(floods.filter(({ isHigh }) => isHigh).map(({ route }) => route.split(' ')[0])).toEqual(Array(4).fill('`POST'))
  for (const { route, anHour, isHigh } of floods) expect(anHour, route).toBeLessThanOrEqual(isHigh ? 13 : 5)
})

test('a flood costs its requests, run time, reads, logs and transfer', () => {
  const [found] = floodsOf({ ...facts, routeRate: 200 }).filter(({ route }) => route === '`GET /donors/{recipientId}`')

  // By hand, a million requests: 1.075 with the access log, 0.2 + 0.067 to run, 0.125 for the line, 5.08 for 60.6 KB.
  expect(found?.anHour).toBeCloseTo(0.72 * (1.075 + 0.267 + 0.125 + 5.08), 1)
})

test('a month is what stands there and what is done', () => {
  const counts = {
    ...benchCounts,
    donationDollars: 10e-6,
    donationInvocations: 4,
    donationMessages: 3 as const,
    overlayHourDollars: 40e-6,
    panelHourDollars: 50e-6,
    panelBatchDollars: 4e-6,
    panelBatchBytes: 30_000,
    panelPageBytes: 20_000,
    donorVisitDollars: 20e-6,
    donorVisitBytes: 10_000,
    announcementDollars: 20e-6,
    donationBytes: 2 ** 10,
  }
  const load = { name: 'many', streamers: 12_000, donations: 1_000_000, hoursOnAir: 100 }

  const { keys, alarms, queues } = idleParts(facts)
  const { idle: _idle, ...month } = monthOf(load, facts, counts)

  expect([keys, alarms, queues.toFixed(2), rotated(facts).keys]).toEqual([2, 0.4, '0.26', 4])
  expect(Object.entries(month).map(([part, dollars]) => `${part} ${dollars.toFixed(2)}`)).toEqual([
    'logMetrics 0.60',
    'donations 10.00',
    'overlays 48.00',
    'panel 64.00',
    'donorPage 20.00',
    'announcements 12.00',
    'toolset 20.93',
    'coldStarts 0.56',
    'transfer 7.24',
    'users 30.00',
    'storage 5.15',
  ])
  expect(Object.values(monthOf(loads[0] ?? load, facts, counts)).filter((dollars) => dollars > 0)).toHaveLength(1)
})

test('the limit that is reached first is in the first row, and each grows evenly with the streamers', () => {
  const limits = limitsOf(facts, benchCounts)
  const acknowledged = limits.find(({ name }) => name.includes('acknowledgements'))

  // A streamer of 600 makes a donation a second; each overlay asks every 26 minutes.
  expect(acknowledged && Math.round(fullAt(acknowledged) / 1_000)).toBe(87)
  expect(reachTable(facts, benchCounts).split('\n')[2]).toMatch(/\| \*\*208 %\*\* \| \*\*2083 %\*\* \| 4,800 \|/)
  for (const { name, used } of limits)
    expect([used(peakOf(10)), 2 * used(peakOf(10))], name).toContainEqual(expect.closeTo(used(peakOf(20)), 9))
})

test('an evening’s posts wait only where there are more than the turns of a bot', () => {
  const [few, many] = [announceEvening({ starts: 1_000, chats: 1 }), announceEvening({ starts: 12_000, chats: 1 })]

  expect(few.longest).toBeLessThan(1)
  // 6,500 of 12,000 come within 300 s, in which a bot has 6,000 turns: the last waits for 25 s, and some by chance.
  expect(many.longest).toBeGreaterThan(15)
  expect(many.longest).toBeLessThan(40)
})
