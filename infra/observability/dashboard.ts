import { Aws } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  LogQueryVisualizationType,
  LogQueryWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { sendSlowWebhook } from '../../shared/areas/endpoints/workers.ts'
import type { StoredTable } from '../storage.ts'
import { accountMetric, apiMetric, functionMetric, tableMetric } from './awsMetrics.ts'
import type { LogMetrics, LogSources } from './logMetrics.ts'
import { savedQueries } from './savedQueries.ts'

export interface DashboardProps extends LogSources {
  /** The id of the HTTP API. */
  readonly apiId: string
  /** The id of the WebSocket API. */
  readonly liveApiId: string
  /** The tables with workers, through which a donation passes. */
  readonly streamedTables: readonly StoredTable[]
  readonly busiestTables: readonly StoredTable[]
  readonly logGroupNames: readonly string[]
  readonly logMetrics: LogMetrics
  readonly alarms: readonly Alarm[]
}

/** A third of a dashboard's 24 columns. */
const third = 8
const half = 12
const whole = 24

const graph = (title: string, left: Metric[], more: GraphWidgetProps = {}): GraphWidget =>
  new GraphWidget({ title, width: third, left, ...more })

const trafficGraphs = ({ apiId, liveApiId }: DashboardProps): GraphWidget[] => [
  graph('Requests, refused (4xx), failed (5xx)', [
    apiMetric(apiId, 'Count', 'Sum'),
    apiMetric(apiId, '4xx', 'Sum'),
    apiMetric(apiId, '5xx', 'Sum'),
  ]),
  graph('Milliseconds of an answer: half, nine tenths, all but a hundredth', [
    apiMetric(apiId, 'Latency', 'p50'),
    apiMetric(apiId, 'Latency', 'p90'),
    apiMetric(apiId, 'Latency', 'p99'),
  ]),
  graph('Overlays: connections and messages', [
    apiMetric(liveApiId, 'ConnectCount', 'Sum'),
    apiMetric(liveApiId, 'MessageCount', 'Sum'),
  ]),
]

/** The median of each step, stacked: together about the time from a webhook to the sending of its alert. */
const stepsOf = ({ endpoints, workerEndpoints }: DashboardProps) => {
  const operation = endpoints.find((endpoint) => endpoint.operation.id === 'receiveWebhook')
  const workers = ['projectPayments', 'pushAlerts'].flatMap(
    (id) => workerEndpoints.find(({ worker }) => worker.id === id) ?? [],
  )
  return [
    ...(operation === undefined ? [] : [functionMetric(operation.lambda, 'Duration', 'p50')]),
    ...workers.flatMap(({ lambda }) => [
      functionMetric(lambda, 'IteratorAge', 'p50'),
      functionMetric(lambda, 'Duration', 'p50'),
    ]),
  ]
}

const donationGraphs = (props: DashboardProps): GraphWidget[] => {
  const { WebhooksTaken, PaymentsProjected, AlertsPushed, Acknowledgements, ProviderFailures } = props.logMetrics
  return [
    graph('Donations: taken, projected, pushed, shown', [
      WebhooksTaken,
      PaymentsProjected,
      AlertsPushed,
      Acknowledgements,
    ]),
    graph('Milliseconds from webhook to overlay, step upon step', stepsOf(props), { stacked: true }),
    graph('Failures of providers', [ProviderFailures]),
  ]
}

const capacityGraphs = ({ streamedTables, workerEndpoints }: DashboardProps): GraphWidget[] => {
  // One waits for receivers of strangers: being behind says nothing of the service, and a metric more has a price.
  const streamed = workerEndpoints.filter(({ worker }) => 'stream' in worker.source && worker.id !== sendSlowWebhook.id)
  return [
    graph('Lambda in this region: throttled, and running at a time', [accountMetric('Throttles', 'Sum')], {
      right: [accountMetric('ConcurrentExecutions', 'Maximum')],
    }),
    graph(
      'Writes that DynamoDB throttled',
      streamedTables.map((table) => tableMetric(table, 'WriteThrottleEvents')),
    ),
    graph(
      'Milliseconds that workers are behind',
      streamed.map(({ lambda }) => functionMetric(lambda, 'IteratorAge', 'Maximum')),
    ),
  ]
}

const costGraphs = ({ apiId, liveApiId, busiestTables }: DashboardProps): GraphWidget[] => [
  graph(
    'Billed: requests and messages',
    [apiMetric(apiId, 'Count', 'Sum'), apiMetric(liveApiId, 'MessageCount', 'Sum')],
    {
      width: third,
    },
  ),
  graph(
    'Billed: write units of the busiest tables',
    busiestTables.map((table) => tableMetric(table, 'ConsumedWriteCapacityUnits')),
  ),
  graph(
    'Billed: read units of the busiest tables',
    busiestTables.map((table) => tableMetric(table, 'ConsumedReadCapacityUnits')),
  ),
]

const queryTable = (title: string, queryString: string, { logGroupNames }: DashboardProps): LogQueryWidget =>
  new LogQueryWidget({
    title,
    queryString,
    logGroupNames: [...logGroupNames],
    view: LogQueryVisualizationType.TABLE,
    width: half,
  })

/** The dashboard: one page with fewer than the 50 metrics that a free dashboard may show. */
export const addDashboard = (scope: Construct, props: DashboardProps): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    dashboardName: Aws.STACK_NAME,
    widgets: [
      props.alarms.length === 0 ? [] : [new AlarmStatusWidget({ alarms: [...props.alarms], width: whole, height: 3 })],
      trafficGraphs(props),
      donationGraphs(props),
      [queryTable('Errors', savedQueries.errors, props), queryTable('Slowest', savedQueries.slowest, props)],
      capacityGraphs(props),
      costGraphs(props),
    ],
  })
