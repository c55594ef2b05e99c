import { Duration } from 'aws-cdk-lib'
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'

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

/** By construct id. */
export type Alarms = Readonly<Record<string, AlarmDefinition>>

/** Of all metrics: shorter ones are billed as high resolution, and say little of a service with few requests. */
export const period = Duration.minutes(5)
