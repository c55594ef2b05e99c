import { Aws } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { AlarmDefinition, Alarms } from './alarmDefinition.ts'

/** The topic of the alarms. By its policy only this account's alarms may publish, and only over TLS. */
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

const addAlarm = (scope: Construct, id: string, definition: AlarmDefinition, topic: Topic): Alarm => {
  const { description, metric, threshold, periods, breaching = periods, ignoresFewValues } = definition
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
    ...(ignoresFewValues && { evaluateLowSampleCountPercentile: 'ignore' }),
  })
  alarm.addAlarmAction(new SnsAction(topic))
  alarm.addOkAction(new SnsAction(topic))
  return alarm
}

/** The few alarms after which an operator has to act. Each costs $0.10 a metric and month. */
export const addAlarms = (
  scope: Construct,
  definitions: Alarms,
  email: string | undefined,
): { readonly topic: Topic; readonly alarms: readonly Alarm[] } => {
  const topic = addTopic(scope, email)
  return {
    topic,
    alarms: Object.entries(definitions).map(([id, definition]) => addAlarm(scope, id, definition, topic)),
  }
}
