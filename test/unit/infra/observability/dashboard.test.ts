import { expect, test } from 'vitest'
import { addObservability, type ObservabilityProps } from '../../../../infra/observability/observability.ts'
import { savedQueries } from '../../../../infra/observability/savedQueries.ts'
import { plain, synthesized } from '../bareStack.ts'
import { smallDeployment } from '../smallDeployment.ts'

interface Widget {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly properties: {
    readonly title: string
    readonly stacked?: true
    readonly alarms?: readonly string[]
    readonly query?: string
    readonly view?: string
    readonly metrics?: readonly (readonly [...string[], { readonly stat: string; readonly yAxis?: string }])[]
  }
}

const propertiesWith = (change: (props: ObservabilityProps) => Partial<ObservabilityProps> = () => ({})) => {
  const { stack, props } = smallDeployment()
  addObservability(stack, { ...props, ...change(props) })
  return plain(synthesized(stack).one('AWS::CloudWatch::Dashboard').Properties) as Readonly<Record<string, string>>
}
const widgetsWith = (...change: Parameters<typeof propertiesWith>): readonly Widget[] =>
  JSON.parse(propertiesWith(...change)['DashboardBody'] ?? '').widgets

/** `title: metric of its dimension, statistic`, one metric a line. */
const graphText = ({ width, properties: { title, metrics = [], stacked } }: Widget): string => {
  const lines = metrics.map((metric) => {
    const [namespace, name, , of] = metric as readonly string[]
    const { stat, yAxis } = metric.at(-1) as { readonly stat: string; readonly yAxis?: string }
    return `${namespace} ${name}${typeof of === 'string' ? ` ${of}` : ''} ${stat}${yAxis === undefined ? '' : ` ${yAxis}`}`
  })
  return [`${title} (${width}${stacked ? ', stacked' : ''})`, ...lines].join('\n')
}
const graphsWith = (...change: Parameters<typeof propertiesWith>) =>
  widgetsWith(...change)
    .filter(({ type }) => type === 'metric')
    .map(graphText)

test('the dashboard shows traffic, donations, capacity and what is billed', () => {
  expect(propertiesWith()['DashboardName']).toBe('<AWS::StackName>')
  expect(graphsWith()).toEqual([
    `Requests, refused (4xx), failed (5xx) (8)
AWS/ApiGateway Count http Sum
AWS/ApiGateway 4xx http Sum
AWS/ApiGateway 5xx http Sum`,
    `Milliseconds of an answer: half, nine tenths, all but a hundredth (8)
AWS/ApiGateway Latency http p50
AWS/ApiGateway Latency http p90
AWS/ApiGateway Latency http p99`,
    `Overlays: connections and messages (8)
AWS/ApiGateway ConnectCount live Sum
AWS/ApiGateway MessageCount live Sum`,
    `Donations: taken, projected, pushed, shown (8)
s WebhooksTaken Sum
s PaymentsProjected Sum
s AlertsPushed Sum
s Acknowledgements Sum`,
    `Milliseconds from webhook to overlay, step upon step (8, stacked)
AWS/Lambda Duration <receiveWebhook> p50
AWS/Lambda IteratorAge <projectPayments> p50
AWS/Lambda Duration <projectPayments> p50
AWS/Lambda IteratorAge <pushAlerts> p50
AWS/Lambda Duration <pushAlerts> p50`,
    `Failures of providers (8)
s ProviderFailures Sum`,
    `Lambda in this region: throttled, and running at a time (8)
AWS/Lambda Throttles Sum
AWS/Lambda ConcurrentExecutions Maximum right`,
    `Writes that DynamoDB throttled (8)
AWS/DynamoDB WriteThrottleEvents Payments Sum`,
    `Milliseconds that workers are behind (8)
AWS/Lambda IteratorAge <projectPayments> Maximum
AWS/Lambda IteratorAge <pushAlerts> Maximum`,
    `Billed: requests and messages (12)
AWS/ApiGateway Count http Sum
AWS/ApiGateway MessageCount live Sum`,
    `Billed: write units of the busiest tables (12)
AWS/DynamoDB ConsumedWriteCapacityUnits Payments Sum`,
  ])
})

test('a deployment without those functions has no steps', () => {
  const [steps] = graphsWith(({ endpoints, workerEndpoints }) => ({
    endpoints: endpoints.slice(0, 1),
    workerEndpoints: workerEndpoints.slice(2),
  })).filter((graph) => graph.startsWith('Milliseconds from webhook'))

  expect(steps).toBe('Milliseconds from webhook to overlay, step upon step (8, stacked)')
})

test('the dashboard shows every alarm, and what the logs say of errors and of what is slow', () => {
  const [alarms, ...others] = widgetsWith()
  const logs = others.filter(({ type }) => type === 'log')

  expect(alarms).toMatchObject({ type: 'alarm', width: 24, height: 3 })
  const names = ['Failing', 'Refused', 'ThrottledWebhooks', 'Slow', 'LiveFailing', 'GivenUp', 'Postponed', 'Backlog']
  expect(alarms?.properties.alarms).toEqual(names.map((name) => `<${name}Alarm.Arn>`))
  const sources = ['operations', 'realtime', 'workers'].map((logs) => `SOURCE '<${logs}Logs>' | `).join('')
  expect(logs.map(({ width, properties: { title, view, query } }) => ({ width, title, view, query }))).toEqual([
    { width: 12, title: 'Errors', view: 'table', query: `${sources}${savedQueries.errors}` },
    { width: 12, title: 'Slowest', view: 'table', query: `${sources}${savedQueries.slowest}` },
  ])
})
