import { Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { hasHighRate } from '../../shared/contract/operation.ts'
import { alarmingAttempts } from '../../shared/contract/worker.ts'
import { type Endpoint, routeKeyOf } from '../httpApi.ts'
import type { SocketEndpoint } from '../webSocketApi.ts'
import type { WorkerEndpoint } from '../workers.ts'
import { period } from './alarmDefinition.ts'

/** All that writes log lines. */
export interface LogSources {
  readonly endpoints: readonly Endpoint[]
  readonly socketEndpoints: readonly SocketEndpoint[]
  readonly workerEndpoints: readonly WorkerEndpoint[]
  /** The log of the gateway, which has a line of each request. */
  readonly accessLog: ILogGroup
}

interface Lines {
  /** The logs whose lines are counted. The operations of an area write to the same one. */
  readonly logGroups: readonly ILogGroup[]
  readonly pattern: IFilterPattern
}

interface Counted extends Lines {
  /** Other lines that the same metric counts, of other logs. */
  readonly also?: Lines
  /** The field whose values are added up. Default: each line counts once. */
  readonly field?: string
  /** The value of a line that does not match, for a metric that is subtracted: no line, no value. Default: none. */
  readonly otherwise?: number
}

const { all, literal, numberValue, stringValue } = FilterPattern

const isField = (name: string, value: string): ReturnType<typeof stringValue> => stringValue(`$.${name}`, '=', value)

/** The lines of an operation or worker that succeeded. */
const succeeded = (kind: 'operation' | 'worker', id: string): IFilterPattern =>
  all(isField(kind, id), isField('level', 'INFO'))

/** The lines of the access log about webhooks and donors that were turned away: their route was over its rate. */
const throttledMoney = ({ endpoints, accessLog }: LogSources): Counted => {
  const high = endpoints.filter(({ operation }) => hasHighRate(operation))
  // `*` stands for the path's parameters.
  const routes = high.map(({ operation }) => `$.route = "${routeKeyOf(operation).replace(/\{.*/, '*')}"`)
  return {
    logGroups: high.length === 0 ? [] : [accessLog],
    pattern: literal(`{ ($.status = "429") && (${routes.join(' || ')}) }`),
  }
}

/**
 * Requests that were refused: those of the access log, and one-time codes that opened nothing, whose answer is 200. Two
 * metrics would be two of an alarm, each for 0.10 USD a month.
 */
const refusals = ({ endpoints, accessLog }: LogSources): Counted => ({
  logGroups: [accessLog],
  pattern: literal('{ $.status = "4*" }'),
  also: {
    logGroups: endpoints.flatMap(({ operation, lambda }) =>
      operation.id === 'exchangeOneTimeCode' ? [lambda.logGroup] : [],
    ),
    pattern: isField('message', 'otp_refused'),
  },
})

/** The counted lines, by the name of the metric. */
const counted = (sources: LogSources) => {
  const { endpoints, socketEndpoints, workerEndpoints } = sources
  const logsOf = (accepts: (endpoint: Endpoint) => boolean) =>
    endpoints.filter(accepts).map(({ lambda }) => lambda.logGroup)
  const workers = workerEndpoints.map(({ lambda }) => lambda.logGroup)
  const sockets = socketEndpoints.map(({ lambda }) => lambda.logGroup)
  return {
    /** Webhooks of payment gateways, repetitions included. */
    WebhooksTaken: {
      logGroups: logsOf(({ operation }) => operation.id === 'receiveWebhook'),
      pattern: all(isField('operation', 'receiveWebhook'), numberValue('$.status', '=', 200)),
    },
    PaymentsProjected: { logGroups: workers, pattern: succeeded('worker', 'projectPayments'), field: 'count' },
    AlertsPushed: { logGroups: workers, pattern: succeeded('worker', 'pushAlerts'), field: 'count' },
    Acknowledgements: { logGroups: sockets, pattern: isField('eventType', 'ack') },
    ProviderFailures: {
      logGroups: [...logsOf(({ operation }) => operation.providers !== undefined), ...workers],
      pattern: all(isField('code', 'provider_*'), stringValue('$.code', '!=', 'provider_not_configured')),
    },
    /** Answers of operations whose provider is not configured: 503, but not a failure of the service. */
    NotConfigured: {
      // All areas, because each line of another operation counts as 0.
      logGroups: logsOf(() => true),
      pattern: isField('code', 'provider_not_configured'),
      otherwise: 0,
    },
    Refusals: refusals(sources),
    ThrottledWebhooks: throttledMoney(sources),
    LiveFailures: { logGroups: sockets, pattern: numberValue('$.status', '>=', 500) },
    Postponed: { logGroups: workers, pattern: numberValue('$.attempts', '>=', alarmingAttempts) },
  } satisfies Record<string, Counted>
}

export type LogMetrics = Readonly<Record<keyof ReturnType<typeof counted>, Metric>>

const addFilters = (scope: Construct, metricName: string, { also, field, otherwise, ...lines }: Counted): Metric => {
  const metricNamespace = Stack.of(scope).stackName
  const filters = [lines, ...(also === undefined ? [] : [also])].flatMap(({ logGroups, pattern }) =>
    [...new Set(logGroups)].map((logGroup) => ({ logGroup, pattern })),
  )
  for (const { logGroup, pattern } of filters)
    new MetricFilter(Stack.of(logGroup), `${logGroup.node.id}${metricName}`, {
      logGroup,
      filterPattern: pattern,
      metricNamespace,
      metricName,
      metricValue: field === undefined ? '1' : `$.${field}`,
      ...(otherwise !== undefined && { defaultValue: otherwise }),
    })
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period })
}

/** Metrics from log lines: they add nothing to a bundle, and each costs $0.30 in a month with such lines. */
export const addLogMetrics = (scope: Construct, sources: LogSources): LogMetrics => {
  const metrics = Object.entries(counted(sources)).map(([name, lines]) => [name, addFilters(scope, name, lines)])
  return Object.fromEntries(metrics) as LogMetrics
}
