import { Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type IFilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { problemsOf } from '../../shared/contract/operation.ts'
import { alarmingAttempts } from '../../shared/workers/contract.ts'
import type { Endpoint } from '../httpApi.ts'
import type { SocketEndpoint } from '../webSocketApi.ts'
import type { WorkerEndpoint } from '../workers.ts'
import { period } from './alarmDefinition.ts'

/** All functions that write log lines. */
export interface LogSources {
  readonly endpoints: readonly Endpoint[]
  readonly socketEndpoints: readonly SocketEndpoint[]
  readonly workerEndpoints: readonly WorkerEndpoint[]
}

interface Counted {
  /** The functions whose lines are counted. Other functions of the area write to the same log group. */
  readonly functions: readonly LambdaFunction[]
  readonly pattern: IFilterPattern
  /** The field whose values are added up. Default: each line counts once. */
  readonly field?: string
}

const { all, numberValue, stringValue } = FilterPattern

const isField = (name: string, value: string): ReturnType<typeof stringValue> => stringValue(`$.${name}`, '=', value)

/** The lines of an operation or worker that succeeded. */
const succeeded = (kind: 'operation' | 'worker', id: string): IFilterPattern =>
  all(isField(kind, id), isField('level', 'INFO'))

/** The counted lines, by the name of the metric. */
const counted = ({ endpoints, socketEndpoints, workerEndpoints }: LogSources) => {
  const lambdasOf = (accepts: (endpoint: Endpoint) => boolean) => endpoints.filter(accepts).map(({ lambda }) => lambda)
  const workers = workerEndpoints.map(({ lambda }) => lambda)
  const sockets = socketEndpoints.map(({ lambda }) => lambda)
  return {
    /** Webhooks of payment gateways, repetitions included. */
    WebhooksTaken: {
      functions: lambdasOf(({ operation }) => operation.id === 'receiveWebhook'),
      pattern: all(isField('operation', 'receiveWebhook'), numberValue('$.status', '=', 200)),
    },
    PaymentsProjected: { functions: workers, pattern: succeeded('worker', 'projectPayments'), field: 'count' },
    AlertsPushed: { functions: workers, pattern: succeeded('worker', 'pushAlerts'), field: 'count' },
    Acknowledgements: { functions: sockets, pattern: isField('eventType', 'ack') },
    ProviderFailures: {
      functions: [...lambdasOf(({ operation }) => operation.providers !== undefined), ...workers],
      pattern: all(isField('code', 'provider_*'), stringValue('$.code', '!=', 'provider_not_configured')),
    },
    /** Answers of operations whose provider is not configured: 503, but not a failure of the service. */
    NotConfigured: {
      functions: lambdasOf(({ operation }) => problemsOf(operation).includes('provider_not_configured')),
      pattern: isField('code', 'provider_not_configured'),
    },
    LiveFailures: { functions: sockets, pattern: numberValue('$.status', '>=', 500) },
    Postponed: { functions: workers, pattern: numberValue('$.attempts', '>=', alarmingAttempts) },
  } satisfies Record<string, Counted>
}

export type LogMetrics = Readonly<Record<keyof ReturnType<typeof counted>, Metric>>

const addFilters = (scope: Construct, metricName: string, { functions, pattern, field }: Counted): Metric => {
  const metricNamespace = Stack.of(scope).stackName
  for (const logGroup of new Set(functions.map((lambda) => lambda.logGroup)))
    new MetricFilter(scope, `${logGroup.node.id}${metricName}`, {
      logGroup,
      filterPattern: pattern,
      metricNamespace,
      metricName,
      metricValue: field === undefined ? '1' : `$.${field}`,
    })
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period })
}

/** Metrics from log lines: they add nothing to a bundle, and each costs $0.30 in a month with such lines. */
export const addLogMetrics = (scope: Construct, sources: LogSources): LogMetrics => {
  const metrics = Object.entries(counted(sources)).map(([name, lines]) => [name, addFilters(scope, name, lines)])
  return Object.fromEntries(metrics) as LogMetrics
}
