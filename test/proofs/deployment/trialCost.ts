import type { AwsCall } from '../../../infra/operators/awsCall.ts'
import type { StackResource } from '../../../infra/operators/stackResources.ts'
import { listPrices } from '../../local/runner/aws/prices.ts'
import { hoursOfMonth, monthPrices } from '../capacity/monthPrices.ts'

/** What a stack consists of, and for how long it existed. */
export interface TrialSpan {
  readonly resources: readonly StackResource[]
  readonly from: Date
  readonly to: Date
}

export interface CostLine {
  readonly what: string
  readonly dollars: number
}

/** The list price of reading a thousand metrics of CloudWatch. */
const thousandMetricsRead = 0.01

/** Queries that one call of CloudWatch takes. */
const queriesOfCall = 500

/** The sum of a metric of one resource, with what one unit of it costs. */
interface Used {
  readonly what: string
  readonly metric: { readonly Namespace: string; readonly MetricName: string; readonly Dimensions: readonly object[] }
  readonly unitDollars: number
}

const used = (
  what: string,
  [Namespace, MetricName, dimension]: readonly [string, string, string],
  Value: string,
  unitDollars: number,
): Used => ({ what, metric: { Namespace, MetricName, Dimensions: [{ Name: dimension, Value }] }, unitDollars })

const usedBy = ({ type, physicalId, declared }: StackResource): readonly Used[] => {
  const memory = Number(declared['MemorySize'] ?? 128)
  switch (type) {
    case 'AWS::Lambda::Function':
      return [
        used('invocations', ['AWS/Lambda', 'Invocations', 'FunctionName'], physicalId, listPrices.invocation),
        // The metric is in milliseconds.
        used(
          'milliseconds of functions',
          ['AWS/Lambda', 'Duration', 'FunctionName'],
          physicalId,
          (memory / 1024 / 1000) * listPrices.gigabyteSecond,
        ),
      ]
    case 'AWS::DynamoDB::Table':
      return [
        used(
          'reads',
          ['AWS/DynamoDB', 'ConsumedReadCapacityUnits', 'TableName'],
          physicalId,
          listPrices.readRequestUnit,
        ),
        used(
          'writes',
          ['AWS/DynamoDB', 'ConsumedWriteCapacityUnits', 'TableName'],
          physicalId,
          listPrices.writeRequestUnit,
        ),
      ]
    case 'AWS::ApiGatewayV2::Api':
      return [used('requests', ['AWS/ApiGateway', 'Count', 'ApiId'], physicalId, listPrices.httpApiRequest)]
    default:
      return []
  }
}

const metricsOf = ({ type, declared }: StackResource): number => {
  if (type !== 'AWS::CloudWatch::Alarm') return 0
  const { Metrics } = declared as { readonly Metrics?: readonly object[] }
  return Metrics === undefined ? 1 : Metrics.filter((metric) => 'MetricStat' in metric).length
}

/** What costs for as long as it is there. */
const fixedCosts = ({ resources, from, to }: TrialSpan): readonly CostLine[] => {
  const months = (to.getTime() - from.getTime()) / 3_600_000 / hoursOfMonth
  const keys = resources.filter(({ type }) => type === 'AWS::KMS::Key').length
  const metrics = resources.reduce((sum, resource) => sum + metricsOf(resource), 0)
  return [
    { what: `${keys} KMS keys`, dollars: keys * monthPrices.key * months },
    { what: `alarms of ${metrics} metrics`, dollars: metrics * monthPrices.alarmMetric * months },
  ]
}

const sumsOf = async (call: AwsCall, all: readonly Used[], { from, to }: TrialSpan): Promise<readonly number[]> => {
  const MetricDataQueries = all.map(({ metric }, index) => ({
    Id: `m${index}`,
    MetricStat: { Metric: metric, Period: 3600, Stat: 'Sum' },
  }))
  // Metrics are kept by the hour that began before.
  const StartTime = new Date(from.getTime() - 3_600_000).toISOString()
  const { MetricDataResults = [] } = (await call('cloudwatch', 'get-metric-data', {
    MetricDataQueries,
    StartTime,
    EndTime: to.toISOString(),
  })) as { readonly MetricDataResults?: readonly { readonly Id: string; readonly Values: readonly number[] }[] }
  const sums = new Map(MetricDataResults.map(({ Id, Values }) => [Id, Values.reduce((sum, value) => sum + value, 0)]))
  return all.map((_, index) => sums.get(`m${index}`) ?? 0)
}

/** What a stack has cost at list prices, without the free tier: what it used, as CloudWatch has counted it, and what stood there. */
export const trialCost = async (call: AwsCall, span: TrialSpan): Promise<readonly CostLine[]> => {
  const all = span.resources.flatMap(usedBy)
  const lines = new Map<string, { units: number; dollars: number }>()
  for (let start = 0; start < all.length; start += queriesOfCall) {
    const some = all.slice(start, start + queriesOfCall)
    const sums = await sumsOf(call, some, span)
    for (const [index, { what, unitDollars }] of some.entries()) {
      const line = lines.get(what) ?? { units: 0, dollars: 0 }
      const sum = sums[index] ?? 0
      lines.set(what, { units: line.units + sum, dollars: line.dollars + sum * unitDollars })
    }
  }
  return [
    ...[...lines].map(([what, { units, dollars }]) => ({ what: `${Math.round(units)} ${what}`, dollars })),
    ...fixedCosts(span),
    { what: `${all.length} metrics read for this`, dollars: (all.length / 1000) * thousandMetricsRead },
  ]
}
