import { Duration } from 'aws-cdk-lib'
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { periodMinutes } from './alarmLimits.ts'

export interface AlarmDefinition {
  /** The meaning of the alarm and the first step; the runbook has the rest. */
  readonly description: string
  readonly metric: IMetric
  readonly threshold: number
  /** The number of latest five-minute periods that are evaluated. */
  readonly periods: number
  /** The number of these periods that have to be over the threshold. Default: all. */
  readonly breaching?: number
  /** Of a percentile: whether the alarm stays as it is while it would be one of too few values. */
  readonly ignoresFewValues?: true
}

/** Alarms by construct id. */
export type Alarms = Readonly<Record<string, AlarmDefinition>>

/** The period of all metrics. */
export const period = Duration.minutes(periodMinutes)
