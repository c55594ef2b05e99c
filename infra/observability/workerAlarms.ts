import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { WorkerEndpoint } from '../workers.ts'
import { type AlarmDefinition, type Alarms, period } from './alarmDefinition.ts'
import { evaluations, longestBacklogMs } from './alarmLimits.ts'
import { functionMetric } from './awsMetrics.ts'

/** Records that are kept for no longer than this are given up before they are late, and the other alarm rings. */
const soonSeconds = 60 * 60

const isGivenUpSoon = ({ worker: { source } }: WorkerEndpoint): boolean =>
  !('stream' in source) || source.maximumRecordAgeSeconds <= soonSeconds

const backlogAlarm = (streamed: readonly WorkerEndpoint[]): AlarmDefinition => ({
  description: 'A worker is more than ten minutes behind its stream: look for level ERROR in the log of the workers',
  metric: new MathExpression({
    expression: 'MAX(METRICS())',
    usingMetrics: Object.fromEntries(
      streamed.map(({ lambda }, index) => [`age${index}`, functionMetric(lambda, 'IteratorAge', 'Maximum')]),
    ),
    label: 'Age of the oldest record in milliseconds',
    period,
  }),
  threshold: longestBacklogMs,
  ...evaluations.backlog,
})

const deadLetterAlarm = (deadLetters: Queue): AlarmDefinition => ({
  description: 'Work was given up: the messages in the dead-letter queue name its function, stream and records',
  metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
  threshold: 0,
  ...evaluations.givenUp,
})

const postponedAlarm = (postponed: Metric): AlarmDefinition => ({
  description: 'Work fails again and again: look for "postponed" in the log of the workers',
  metric: postponed,
  threshold: 0,
  ...evaluations.postponed,
})

export const workerAlarms = (endpoints: readonly WorkerEndpoint[], deadLetters: Queue, postponed: Metric): Alarms => {
  const patient = endpoints.filter((endpoint) => !isGivenUpSoon(endpoint))
  return {
    GivenUpAlarm: deadLetterAlarm(deadLetters),
    PostponedAlarm: postponedAlarm(postponed),
    ...(patient.length > 0 && { BacklogAlarm: backlogAlarm(patient) }),
  }
}
