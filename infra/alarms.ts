import { Duration, Stack } from 'aws-cdk-lib'
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type IFilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { problemsOf } from '../shared/contract/operation.ts'
import type { Endpoint } from './httpApi.ts'
import type { SocketEndpoint } from './webSocketApi.ts'

export interface AlarmDefinition {
  /** What it means, and what to do first; the runbook has the rest. */
  readonly description: string
  readonly metric: IMetric
  readonly threshold: number
  /** How many of the latest five-minute periods are looked at. */
  readonly periods: number
  /** How many of them have to be over the threshold. Default: all. */
  readonly breaching?: number
}

export type Alarms = Readonly<Record<string, AlarmDefinition>>

const period = Duration.minutes(5)

/** Percent of answers that may be the service's own failures; fewer than three in five minutes count if nothing else was answered. */
const failureRate = { percent: 1, failures: 3 } as const

/** Requests in five minutes below which a share of them says nothing. */
const fewest = 100

/** Percent of requests that may be refused. */
const refusalRate = 50

/** Milliseconds: users of a toolset wait no longer for a click. */
const slowest = 3_000

const apiMetric = (api: CfnApi, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: api.ref }, statistic, period })

/** How many lines fit a pattern in the log groups of functions, which others of their areas write too; costs no byte in a bundle, and $0.30 in a month in which there is one. */
export const countedLines = (
  scope: Construct,
  metricName: string,
  functions: readonly LambdaFunction[],
  filterPattern: IFilterPattern,
): Metric => {
  const metricNamespace = Stack.of(scope).stackName
  for (const logGroup of new Set(functions.map((lambda) => lambda.logGroup)))
    new MetricFilter(scope, `${logGroup.node.id}${metricName}`, {
      logGroup,
      filterPattern,
      metricNamespace,
      metricName,
      metricValue: '1',
    })
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period })
}

/** Answers of operations whose provider nobody has configured: 503, but no failure. */
const notConfigured = (scope: Construct, endpoints: readonly Endpoint[]): Metric => {
  const functions = endpoints
    .filter(({ operation }) => problemsOf(operation).includes('provider_not_configured'))
    .map(({ lambda }) => lambda)
  return countedLines(
    scope,
    'NotConfigured',
    functions,
    FilterPattern.stringValue('$.code', '=', 'provider_not_configured'),
  )
}

/** Functions that fail, are throttled or lose their store all end in a 5xx answer, so one alarm stands for all of them. */
export const apiAlarms = (scope: Construct, api: CfnApi, endpoints: readonly Endpoint[]): Alarms => {
  const requests = apiMetric(api, 'Count', 'Sum')
  const failures = new MathExpression({
    expression: 'answers - FILL(notConfigured, 0)',
    usingMetrics: { answers: apiMetric(api, '5xx', 'Sum'), notConfigured: notConfigured(scope, endpoints) },
    period,
  })
  return {
    FailingAlarm: {
      description: `More than ${failureRate.percent} % of the requests fail: look for level ERROR in the log groups of the areas`,
      metric: new MathExpression({
        expression: `IF(failures >= ${failureRate.failures} || failures == requests, 100 * failures / requests, 0)`,
        usingMetrics: { failures, requests },
        label: 'Failed requests in percent',
        period,
      }),
      threshold: failureRate.percent,
      periods: 6,
      breaching: 2,
    },
    RefusedAlarm: {
      description: `More than ${refusalRate} % of the requests are refused: look in the access log for which status`,
      metric: new MathExpression({
        expression: `IF(requests >= ${fewest}, 100 * refusals / requests, 0)`,
        usingMetrics: { refusals: apiMetric(api, '4xx', 'Sum'), requests },
        label: 'Refused requests in percent',
        period,
      }),
      threshold: refusalRate,
      periods: 3,
    },
    SlowAlarm: {
      description: `One request in ten takes longer than ${slowest} ms: look in the access log for which route`,
      metric: new MathExpression({
        expression: `IF(requests >= ${fewest}, slowTenth, 0)`,
        usingMetrics: { slowTenth: apiMetric(api, 'Latency', 'p90'), requests },
        label: 'Milliseconds that the slowest tenth takes at least',
        period,
      }),
      threshold: slowest,
      periods: 3,
    },
  }
}

/** API Gateway's own metrics of a WebSocket API count tickets that are refused as errors too, so the functions are asked. */
export const liveAlarms = (scope: Construct, endpoints: readonly SocketEndpoint[]): Alarms => {
  const functions = endpoints.map(({ lambda }) => lambda)
  const crashes = functions.map((lambda) => [`${lambda.node.id}Crashes`, lambda.metricErrors({ period })] as const)
  const answers = countedLines(scope, 'LiveFailures', functions, FilterPattern.numberValue('$.status', '>=', 500))
  return {
    LiveFailingAlarm: {
      description: 'Overlays are not let in, or lose what they send: look for level ERROR in the log group realtime',
      metric: new MathExpression({
        expression: 'SUM(METRICS())',
        usingMetrics: { ...Object.fromEntries(crashes), answers },
        label: 'Failures of the WebSocket API',
        period,
      }),
      threshold: failureRate.failures - 1,
      periods: 6,
      breaching: 2,
    },
  }
}
