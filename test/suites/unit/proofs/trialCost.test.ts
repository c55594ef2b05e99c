import { expect, test } from 'vitest'
import { trialCost } from '../../../proofs/deployment/trialCost.ts'

interface Query {
  readonly Id: string
  readonly MetricStat: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions: readonly { Value: string }[] }
  }
}

/** CloudWatch, with the sums of some metrics of some resources. */
const cloudWatch = (sums: Readonly<Record<string, readonly number[]>>) => {
  const calls: number[] = []
  const call = async (_service: string, _operation: string, input: object) => {
    const { MetricDataQueries } = input as { readonly MetricDataQueries: readonly Query[] }
    calls.push(MetricDataQueries.length)
    const MetricDataResults = MetricDataQueries.flatMap(({ Id, MetricStat: { Metric } }) => {
      const Values = sums[`${Metric.MetricName} ${Metric.Dimensions[0]?.Value}`]
      return Values === undefined ? [] : [{ Id, Values }]
    })
    return { MetricDataResults }
  }
  return { calls, call }
}

const functions = Array.from({ length: 300 }, (_, index) => `function${index}`)
const template = {
  ...Object.fromEntries(
    functions.map((id) => [id, { Type: 'AWS::Lambda::Function', Properties: { MemorySize: 1024 } }]),
  ),
  history: { Type: 'AWS::DynamoDB::Table' },
  api: { Type: 'AWS::ApiGatewayV2::Api' },
  key: { Type: 'AWS::KMS::Key' },
  simple: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
  several: {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: { Metrics: [{ Expression: 'a' }, { MetricStat: {} }, { MetricStat: {} }] },
  },
}
const resources = Object.entries(template).map(([logicalId, { Type: type, ...rest }]) => ({
  type,
  logicalId,
  physicalId: `deployed-${logicalId}`,
  declared: 'Properties' in rest ? rest.Properties : {},
}))

test('a trial costs what its resources have used, and what stood there for its time', async () => {
  const { call, calls } = cloudWatch({
    'Invocations deployed-function0': [1_000_000],
    'Invocations deployed-function299': [500_000, 500_000],
    'Duration deployed-function299': [1_000_000],
    'ConsumedReadCapacityUnits deployed-history': [8_000_000],
    'ConsumedWriteCapacityUnits deployed-history': [1_000_000],
    'Count deployed-api': [1_000_000],
  })
  const from = new Date('2026-01-01T00:00:00Z')

  const lines = await trialCost(call, { resources, from, to: new Date(from.getTime() + 730 * 3_600_000) })

  expect(lines.map(({ what, dollars }) => [what, Number(dollars.toFixed(4))])).toEqual([
    ['2000000 invocations', 0.4],
    ['1000000 milliseconds of functions', 0.0133],
    ['8000000 reads', 1],
    ['1000000 writes', 0.625],
    ['1000000 requests', 1],
    ['1 KMS keys', 1],
    ['alarms of 3 metrics', 0.3],
    ['603 metrics read for this', 0.006],
  ])
  expect(calls).toEqual([500, 103])
})
