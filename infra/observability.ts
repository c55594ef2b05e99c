import { Aws, Duration } from 'aws-cdk-lib'
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

export interface AlarmDefinition {
  readonly description: string
  readonly metric: IMetric
  readonly threshold: number
  /** How many of the latest five-minute periods have to be over the threshold. */
  readonly periods: number
}

const period = Duration.minutes(5)

/** Percent of answers that may be the service's own failures, and below how many requests a percentage says nothing. */
const failureRate = { percent: 1, requests: 20 } as const

/** Milliseconds: users of a toolset wait no longer for a click. */
const slowest = 3_000

const apiMetric = (api: CfnApi, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: api.ref }, statistic, period })

/** Functions that fail, are throttled or lose their store all end in a 5xx answer, so one alarm stands for all of them. */
const apiAlarms = (api: CfnApi): Readonly<Record<string, AlarmDefinition>> => ({
  FailingAlarm: {
    description: `More than ${failureRate.percent} % of the requests fail: look for level ERROR in the functions' logs`,
    metric: new MathExpression({
      expression: `IF(requests >= ${failureRate.requests}, 100 * failures / requests, 0)`,
      usingMetrics: { failures: apiMetric(api, '5xx', 'Sum'), requests: apiMetric(api, 'Count', 'Sum') },
      label: 'Failed requests in percent',
      period,
    }),
    threshold: failureRate.percent,
    periods: 2,
  },
  SlowAlarm: {
    description: `One request in a hundred takes longer than ${slowest} ms`,
    metric: apiMetric(api, 'Latency', 'p99'),
    threshold: slowest,
    periods: 3,
  },
})

/** Alarms are published over TLS, by this account's alarms alone: a policy of its own replaces the topic's default one. */
const addTopic = (scope: Construct, email: string | undefined): Topic => {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true })
  topic.addToResourcePolicy(
    new PolicyStatement({
      actions: ['sns:Publish'],
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  )
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email))
  return topic
}

const addAlarm = (scope: Construct, id: string, definition: AlarmDefinition, topic: Topic): void => {
  const { description, metric, threshold, periods } = definition
  const alarm = new Alarm(scope, id, {
    alarmDescription: description,
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods,
    datapointsToAlarm: periods,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction(new SnsAction(topic))
  alarm.addOkAction(new SnsAction(topic))
}

/** Of the whole account: a budget by tag would stay at zero until the tag is activated for billing. */
const addBudget = (scope: Construct, dollars: number, email: string): CfnBudget => {
  const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  })
  return new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
  })
}

export interface ObservabilityProps extends Pick<Settings, 'alarmEmail' | 'monthlyBudget'> {
  readonly api: CfnApi
  /** Alarms besides those of the API, by construct id. */
  readonly alarms?: Readonly<Record<string, AlarmDefinition>>
}

/** The few alarms that mean that somebody has to look, each $0.10 a metric and month, and optionally a budget. No dashboards. */
export const addObservability = (scope: Construct, props: ObservabilityProps): Topic => {
  const { api, alarms = {}, alarmEmail, monthlyBudget } = props
  const topic = addTopic(scope, alarmEmail)
  for (const [id, definition] of Object.entries({ ...apiAlarms(api), ...alarms }))
    addAlarm(scope, id, definition, topic)
  if (monthlyBudget !== undefined && alarmEmail !== undefined) addBudget(scope, monthlyBudget, alarmEmail)
  return topic
}
