import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { addAlarms } from './alarms.ts'
import { apiAlarms, liveAlarms } from './apiAlarms.ts'
import { addDashboard, type DashboardProps } from './dashboard.ts'
import { addLogMetrics, type LogMetrics } from './logMetrics.ts'
import { addSavedQueries } from './savedQueries.ts'
import { workerAlarms } from './workerAlarms.ts'

/** A budget for the account: one by tag would stay at zero until the tag is activated for billing. */
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

export interface ObservabilityProps
  extends Pick<Settings, 'alarms' | 'alarmEmail' | 'monthlyBudget'>,
    Omit<DashboardProps, 'alarms' | 'logGroupNames' | 'logMetrics'> {
  readonly deadLetters: Queue
  /** The access log of the HTTP API. */
  readonly accessLog: ILogGroup
}

const alarmsOf = (
  scope: Construct,
  { apiId, socketEndpoints, workerEndpoints, deadLetters, alarmEmail }: ObservabilityProps,
  logMetrics: LogMetrics,
) =>
  addAlarms(
    scope,
    {
      ...apiAlarms(apiId, logMetrics),
      ...liveAlarms(socketEndpoints, logMetrics.LiveFailures),
      ...workerAlarms(workerEndpoints, deadLetters, logMetrics.Postponed),
    },
    alarmEmail,
  )

/** Adds metrics of log lines, alarms, dashboard, queries, and optionally a budget. Returns the alarms' topic. */
export const addObservability = (scope: Construct, props: ObservabilityProps): Topic | undefined => {
  const { endpoints, socketEndpoints, workerEndpoints, alarmEmail, monthlyBudget } = props
  const logMetrics = addLogMetrics(scope, props)
  const { topic, alarms } = props.alarms ? alarmsOf(scope, props, logMetrics) : { topic: undefined, alarms: [] }
  const lambdas = [...endpoints, ...socketEndpoints, ...workerEndpoints].map(({ lambda }) => lambda)
  const logGroupNames = [...new Set(lambdas.map(({ logGroup }) => logGroup.logGroupName))]
  addDashboard(scope, { ...props, alarms, logGroupNames, logMetrics })
  addSavedQueries(scope, { functions: logGroupNames, access: props.accessLog.logGroupName })
  if (monthlyBudget !== undefined && alarmEmail !== undefined) addBudget(scope, monthlyBudget, alarmEmail)
  return topic
}
