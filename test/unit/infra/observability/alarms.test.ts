import { describe, expect, test } from 'vitest'
import { addObservability, type ObservabilityProps } from '../../../../infra/observability/observability.ts'
import { type Json, valueAt } from '../../../infra/template.ts'
import { plain, synthesized } from '../bareStack.ts'
import { smallDeployment } from '../smallDeployment.ts'

const templateWith = (more: Partial<ObservabilityProps> = {}) => {
  const { stack, props } = smallDeployment()
  addObservability(stack, { ...props, ...more })
  return synthesized(stack)
}

/** `AWS/Lambda Errors of <open>, Sum of 300 s` or the expression, with its label. */
const metricText = (metric: Json): string => {
  const [expression, label] = [valueAt(metric, 'Expression'), valueAt(metric, 'Label')]
  if (expression !== undefined) return [expression, label].filter((each) => each !== undefined).join(' # ')
  const { Metric, Period, Stat } = Object(valueAt(metric, 'MetricStat'))
  const [of] = (Metric.Dimensions ?? []).map(({ Name, Value }: Record<string, Json>) => ` of ${Name} ${plain(Value)}`)
  return `${Metric.Namespace} ${Metric.MetricName}${of ?? ''}, ${Stat} of ${Period} s`
}

/** An alarm's properties, its metrics by their ids. */
const alarm = (id: string, more?: Partial<ObservabilityProps>) => {
  const { Properties } = templateWith(more).one('AWS::CloudWatch::Alarm', id)
  const { Metrics: metrics, ...rest } = plain(Properties) as Readonly<Record<string, Json>>
  const named = ((metrics ?? []) as readonly Json[]).map((metric) => [
    String(valueAt(metric, 'Id')),
    metricText(metric),
  ])
  return { ...rest, ...(named.length > 0 && { metrics: Object.fromEntries(named) }) }
}

/** What every alarm has. */
const raised = (heading: string, description: string) => ({
  AlarmActions: ['<Alarms>'],
  OKActions: ['<Alarms>'],
  AlarmName: `<AWS::StackName>-${heading}`,
  AlarmDescription: `${description}. More in infra/RUNBOOK.md, "${heading}".`,
  ComparisonOperator: 'GreaterThanThreshold',
  TreatMissingData: 'notBreaching',
})

test('requests that fail raise an alarm, if two of six periods of five minutes have more than one percent of them', () => {
  expect(alarm('FailingAlarm')).toEqual({
    ...raised('failing', 'More than 1 % of the requests fail: look for level ERROR in the log group of the operations'),
    Threshold: 1,
    EvaluationPeriods: 6,
    DatapointsToAlarm: 2,
    metrics: {
      expr_1: 'IF(failures >= 3 || failures == requests, 100 * failures / requests, 0) # Failed requests in percent',
      failures: 'answers - FILL(notConfigured, 0)',
      answers: 'AWS/ApiGateway 5xx of ApiId http, Sum of 300 s',
      notConfigured: 's NotConfigured, Sum of 300 s',
      requests: 'AWS/ApiGateway Count of ApiId http, Sum of 300 s',
    },
  })
})

test('requests that are refused raise an alarm, if they are the half of a hundred for a quarter of an hour', () => {
  expect(alarm('RefusedAlarm')).toEqual({
    ...raised('refused', 'More than 50 % of the requests are refused: look in the access log for which status'),
    Threshold: 50,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 3,
    metrics: {
      expr_1: 'IF(requests >= 100, 100 * refusals / requests, 0) # Refused requests in percent',
      refusals: 'AWS/ApiGateway 4xx of ApiId http, Sum of 300 s',
      requests: 'AWS/ApiGateway Count of ApiId http, Sum of 300 s',
    },
  })
})

test('slow requests raise an alarm, if one in ten takes longer than three seconds for a quarter of an hour', () => {
  expect(alarm('SlowAlarm')).toEqual({
    ...raised('slow', 'One request in ten takes longer than 3000 ms: look in the access log for which route'),
    Threshold: 3000,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 3,
    metrics: {
      expr_1: 'IF(requests >= 100, slowTenth, 0) # Milliseconds that the slowest tenth takes at least',
      slowTenth: 'AWS/ApiGateway Latency of ApiId http, p90 of 300 s',
      requests: 'AWS/ApiGateway Count of ApiId http, Sum of 300 s',
    },
  })
})

test('sockets whose functions crash or answer 500 raise an alarm', () => {
  expect(alarm('LiveFailingAlarm')).toEqual({
    ...raised(
      'live-failing',
      'Overlays are not let in, or lose what they send: look for level ERROR in the log group realtime',
    ),
    Threshold: 2,
    EvaluationPeriods: 6,
    DatapointsToAlarm: 2,
    metrics: {
      expr_1: 'SUM(METRICS()) # Failures of the WebSocket API',
      openCrashes: 'AWS/Lambda Errors of FunctionName <open>, Sum of 300 s',
      receiveCrashes: 'AWS/Lambda Errors of FunctionName <receive>, Sum of 300 s',
      answers: 's LiveFailures, Sum of 300 s',
    },
  })
})

describe('work', () => {
  test('that was given up raises an alarm at once', () => {
    expect(alarm('GivenUpAlarm')).toEqual({
      ...raised(
        'given-up',
        'Work was given up: the messages in the dead-letter queue name its function, stream and records',
      ),
      Threshold: 0,
      EvaluationPeriods: 1,
      DatapointsToAlarm: 1,
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: '<DeadLetters.QueueName>' }],
      Period: 300,
      Statistic: 'Maximum',
    })
  })

  test('that fails again and again raises an alarm for an hour', () => {
    expect(alarm('PostponedAlarm')).toEqual({
      ...raised('postponed', 'Work fails again and again: look for "postponed" in the log of the workers'),
      Threshold: 0,
      EvaluationPeriods: 12,
      DatapointsToAlarm: 1,
      Namespace: 's',
      MetricName: 'Postponed',
      Period: 300,
      Statistic: 'Sum',
    })
  })

  test('that is ten minutes behind its stream for ten minutes raises an alarm', () => {
    expect(alarm('BacklogAlarm')).toEqual({
      ...raised(
        'backlog',
        'A worker is more than ten minutes behind its stream: look for level ERROR in the log of the workers',
      ),
      Threshold: 600_000,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
      metrics: {
        expr_1: 'MAX(METRICS()) # Age of the oldest record in milliseconds',
        age0: 'AWS/Lambda IteratorAge of FunctionName <projectPayments>, Maximum of 300 s',
        age1: 'AWS/Lambda IteratorAge of FunctionName <pushAlerts>, Maximum of 300 s',
      },
    })
  })

  test('of schedules alone is never behind a stream', () => {
    const { stack, props } = smallDeployment()
    const workerEndpoints = props.workerEndpoints.filter(({ worker }) => 'schedule' in worker.source)
    addObservability(stack, { ...props, workerEndpoints })

    const names = synthesized(stack)
      .all('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => plain(Properties['AlarmName']))
    expect(names).toEqual(
      ['failing', 'refused', 'throttled-webhooks', 'slow', 'live-failing', 'given-up', 'postponed'].map(
        (name) => `<AWS::StackName>-${name}`,
      ),
    )
  })
})

test('only alarms of this account may publish to their topic, and only over TLS', () => {
  const { one, all } = templateWith()

  expect(plain(one('AWS::SNS::TopicPolicy').Properties)).toEqual({
    Topics: ['<Alarms>'],
    PolicyDocument: {
      Statement: [
        {
          Sid: 'AllowPublishThroughSSLOnly',
          Effect: 'Deny',
          Principal: '*',
          Action: 'sns:Publish',
          Resource: '<Alarms>',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Sid: '1',
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: '<Alarms>',
          Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
        },
      ],
      Version: '2012-10-17',
    },
  })
  expect(all('AWS::SNS::Subscription')).toEqual([])
})

describe('with an address', () => {
  test('alarms are mailed', () => {
    const { one, all } = templateWith({ alarmEmail: 'ops@example.com' })

    expect(plain(one('AWS::SNS::Subscription').Properties)).toEqual({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
      TopicArn: '<Alarms>',
    })
    expect(all('AWS::Budgets::Budget')).toEqual([])
  })

  test('a budget warns at four fifths, and when all of it will probably be used', () => {
    const { one } = templateWith({ alarmEmail: 'ops@example.com', monthlyBudget: 20 })

    const warning = (NotificationType: string, Threshold: number) => ({
      Notification: { ComparisonOperator: 'GREATER_THAN', NotificationType, Threshold, ThresholdType: 'PERCENTAGE' },
      Subscribers: [{ Address: 'ops@example.com', SubscriptionType: 'EMAIL' }],
    })
    expect(one('AWS::Budgets::Budget', 'Budget').Properties).toEqual({
      Budget: { BudgetLimit: { Amount: 20, Unit: 'USD' }, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    })
  })

  test('a budget without an address is none, because nobody would be warned', () => {
    expect(templateWith({ monthlyBudget: 20 }).all('AWS::Budgets::Budget')).toEqual([])
  })
})
