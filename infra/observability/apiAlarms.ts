import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { SocketEndpoint } from '../webSocketApi.ts'
import { type Alarms, period } from './alarmDefinition.ts'
import { evaluations, failureRate, fewestRequests, refusalPercent, slowestMs } from './alarmLimits.ts'
import { apiMetric } from './awsMetrics.ts'
import type { LogMetrics } from './logMetrics.ts'

/** The alarms of the HTTP API. Failed and throttled functions and an unavailable store share one: all cause 5xx. */
export const apiAlarms = (
  apiId: string,
  {
    NotConfigured: notConfigured,
    Refusals,
    ThrottledWebhooks,
  }: Pick<LogMetrics, 'NotConfigured' | 'Refusals' | 'ThrottledWebhooks'>,
): Alarms => {
  const requests = apiMetric(apiId, 'Count', 'Sum')
  const failures = new MathExpression({
    expression: 'answers - FILL(notConfigured, 0)',
    usingMetrics: { answers: apiMetric(apiId, '5xx', 'Sum'), notConfigured },
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
      ...evaluations.failing,
    },
    RefusedAlarm: {
      description: `More than ${refusalPercent} % of the requests are refused: look in the access log for which status`,
      metric: new MathExpression({
        expression: `IF(requests >= ${fewestRequests}, 100 * FILL(refusals, 0) / requests, 0)`,
        usingMetrics: { refusals: Refusals, requests },
        label: 'Refused requests in percent',
        period,
      }),
      threshold: refusalPercent,
      ...evaluations.refused,
    },
    ThrottledWebhooksAlarm: {
      description:
        'Webhooks or donors are turned away, and money with them: look in the access log for who sends how many',
      metric: ThrottledWebhooks,
      threshold: 0,
      ...evaluations.throttledWebhooks,
    },
    SlowAlarm: {
      description: `One request in ten takes longer than ${slowestMs} ms: look in the access log for which route`,
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html: fewer than 100.
      metric: apiMetric(apiId, 'Latency', 'p90'),
      ignoresFewValues: true,
      threshold: slowestMs,
      ...evaluations.slow,
    },
  }
}

/** The WebSocket API's alarm, on the functions' metrics: API Gateway's own counts refused tickets as errors too. */
export const liveAlarms = (endpoints: readonly SocketEndpoint[], answers: Metric): Alarms => {
  // A connection whose end is not noted is detached by the next message to it.
  const functions = endpoints.flatMap(({ route, lambda }) => (route.routeKey === '$disconnect' ? [] : [lambda]))
  const crashes = functions.map((lambda) => [`${lambda.node.id}Crashes`, lambda.metricErrors({ period })] as const)
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
      ...evaluations.liveFailing,
    },
  }
}
