import { Aws } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { AlarmDefinition, Alarms } from './alarms.ts'
import type { Settings } from './settings.ts'

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

/** `FailingAlarm` → `failing`: in an alarm's name, and its heading in `infra/RUNBOOK.md`. */
const headingOf = (id: string): string =>
  id
    .replace(/Alarm$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, '-$&')
    .toLowerCase()

const addAlarm = (scope: Construct, id: string, definition: AlarmDefinition, topic: Topic): void => {
  const { description, metric, threshold, periods, breaching = periods } = definition
  const heading = headingOf(id)
  const alarm = new Alarm(scope, id, {
    alarmName: `${Aws.STACK_NAME}-${heading}`,
    alarmDescription: `${description}. More in infra/RUNBOOK.md, "${heading}".`,
    metric,
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods,
    datapointsToAlarm: breaching,
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
  /** By construct id. */
  readonly alarms: Alarms
}

/** The few alarms that mean that somebody has to look, each $0.10 a metric and month, and optionally a budget. */
export const addObservability = (scope: Construct, props: ObservabilityProps): Topic => {
  const { alarms, alarmEmail, monthlyBudget } = props
  const topic = addTopic(scope, alarmEmail)
  for (const [id, definition] of Object.entries(alarms)) addAlarm(scope, id, definition, topic)
  if (monthlyBudget !== undefined && alarmEmail !== undefined) addBudget(scope, monthlyBudget, alarmEmail)
  return topic
}
