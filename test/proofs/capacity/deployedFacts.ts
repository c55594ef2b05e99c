import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Resource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

/** The resources and outputs of a stack. */
export interface StackCount {
  readonly name: string
  readonly isNested: boolean
  readonly resources: number
  readonly outputs: number
}

interface StackTemplate {
  readonly Resources?: Readonly<Record<string, Resource>>
  readonly Outputs?: object
}

const templatesOf = (folder: string): readonly (readonly [file: string, StackTemplate])[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as StackTemplate])

/** The size of each stack of an assembly. */
export const stackCounts = (folder: string): readonly StackCount[] =>
  templatesOf(folder).map(([file, { Resources = {}, Outputs = {} }]) => ({
    name: file.replace(/(?:\.nested)?\.template\.json$/, ''),
    isNested: file.endsWith('.nested.template.json'),
    resources: Object.keys(Resources).length,
    outputs: Object.keys(Outputs).length,
  }))

/** The resources of all templates of an assembly: those of several stacks, and of nested ones. */
export const assemblyResources = (folder: string): readonly (readonly [logicalId: string, Resource])[] =>
  templatesOf(folder).flatMap(([, { Resources = {} }]) => Object.entries(Resources))

interface Throttle {
  readonly ThrottlingRateLimit?: number
}

/** The numbers of a deployment that its bill and its reach depend on. */
export interface DeployedFacts {
  readonly keys: number
  /** Those whose material rotates: each of the first two rotations is billed like a key. */
  readonly rotatingKeys: number
  readonly alarmMetrics: number
  /** Metrics that count log lines. */
  readonly logMetrics: number
  /** Each scheduled worker, with its runs a month. */
  readonly schedules: readonly (readonly [worker: string, runs: number])[]
  /** Mappings that ask a queue. */
  readonly queues: number
  /** Requests a second of each route without settings of its own, and of each webhook's. */
  readonly routeRate: number
  readonly webhookRate: number
  /** WebSocket connections that are opened in a second. */
  readonly connectRate: number
  /** Write units a second that a table takes at most. */
  readonly tableWrites: number
  /** Read units a second of the table that open panels and overlays read. */
  readonly tableReads: number
  /** Batches of a shard of the payments that are taken at a time. */
  readonly paymentLanes: number
  /** Seconds of the worker that compares all subscriptions every day. */
  readonly comparingSeconds: number
}

const minutesOfMonth = 730 * 60

const runsOfMonth = (expression: unknown): number => {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? []
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit]
  if (minutes === undefined) throw new Error(`unknown schedule ${expression}`)
  return minutesOfMonth / (Number(count) * minutes)
}

const metricsOfAlarm = (metrics: unknown): number =>
  Array.isArray(metrics) ? metrics.filter((metric: object) => 'MetricStat' in metric).length : 1

export const deployedFacts = (resources: ReturnType<typeof assemblyResources>): DeployedFacts => {
  const all = (type: string, start = '') =>
    resources.flatMap(([id, { Type, Properties = {} }]) => (Type === type && id.startsWith(start) ? [Properties] : []))
  const number = (type: string, start: string, read: (properties: Readonly<Record<string, unknown>>) => unknown) => {
    const [found] = all(type, start)
    const value = found && Number(read(found))
    if (value === undefined || Number.isNaN(value)) throw new Error(`no ${type} ${start} with this number`)
    return value
  }
  const alarms = all('AWS::CloudWatch::Alarm')
  const stages = all('AWS::ApiGatewayV2::Stage')
  const own = stages.flatMap((stage) => Object.entries((stage['RouteSettings'] ?? {}) as Record<string, Throttle>))
  const ownRate = (accepts: (routeKey: string) => boolean) =>
    Math.max(...own.flatMap(([key, { ThrottlingRateLimit = 0 }]) => (accepts(key) ? [ThrottlingRateLimit] : [])))
  const filters = all('AWS::Logs::MetricFilter').map(({ MetricTransformations }) => MetricTransformations)
  return {
    keys: all('AWS::KMS::Key').length,
    rotatingKeys: all('AWS::KMS::Key').filter(({ EnableKeyRotation }) => EnableKeyRotation === true).length,
    alarmMetrics: alarms.reduce((sum, { Metrics }) => sum + metricsOfAlarm(Metrics), 0),
    logMetrics: new Set(filters.map((each) => (each as readonly { readonly MetricName: string }[])[0]?.MetricName))
      .size,
    schedules: all('AWS::Events::Rule').map(({ ScheduleExpression, Targets }) => [
      String((Targets as readonly { readonly Id: string }[])[0]?.Id),
      runsOfMonth(ScheduleExpression),
    ]),
    queues: all('AWS::Lambda::EventSourceMapping').filter((mapping) => 'ScalingConfig' in mapping).length,
    routeRate: Math.min(...stages.map((stage) => (stage['DefaultRouteSettings'] as Throttle).ThrottlingRateLimit ?? 0)),
    webhookRate: ownRate((key) => key !== '$connect'),
    connectRate: ownRate((key) => key === '$connect'),
    tableWrites: number(
      'AWS::DynamoDB::Table',
      'payments',
      ({ OnDemandThroughput }) => Object(OnDemandThroughput).MaxWriteRequestUnits,
    ),
    tableReads: number(
      'AWS::DynamoDB::Table',
      'alerts',
      ({ OnDemandThroughput }) => Object(OnDemandThroughput).MaxReadRequestUnits,
    ),
    paymentLanes: number(
      'AWS::Lambda::EventSourceMapping',
      'projectPayments',
      ({ ParallelizationFactor }) => ParallelizationFactor,
    ),
    comparingSeconds: number('AWS::Lambda::Function', 'keepSubscriptions', ({ Timeout }) => Timeout),
  }
}
