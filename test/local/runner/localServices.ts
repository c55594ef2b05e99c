import { join } from 'node:path'
import { type AwsEndpoint, startAwsEndpoint } from './aws/awsEndpoint.ts'
import type { FunctionCredential } from './aws/caller.ts'
import type { EngineHandler } from './aws/engineHandler.ts'
import type { FaultPlan } from './aws/faults.ts'
import type { TracedCall } from './aws/trace.ts'
import type { Deployment } from './deployment.ts'
import type { DynamoDbEngine } from './engines/dynamodb.ts'
import { createTables } from './engines/dynamodbTables.ts'
import { createKms } from './engines/kms.ts'
import { type LocalQueues, openQueues } from './engines/queues.ts'
import { createS3 } from './engines/s3/createS3.ts'
import { createSqs } from './engines/sqs.ts'
import { createSsm } from './engines/ssm.ts'
import { type EventSources, startEventSources } from './events/startEventSources.ts'
import { type InvocationTrace, invocationTraces } from './invocationTraces.ts'
import type { FunctionVariables } from './lambda/functionVariables.ts'
import type { InvokeFunction, LogLine } from './lambda/invocation.ts'
import { type Inspection, startLambdaService } from './lambda/lambdaService.ts'

/** Stops one started part; parts are stopped in the reverse order of their start. */
export type Stop = () => Promise<void> | void

export interface LocalServicesOptions {
  readonly dataFolder: string | 'memory'
  /** See `findEngine`. */
  readonly engine?: string | undefined
  /** Default true; false leaves streams and schedules alone. */
  readonly runsEventSources?: boolean
  /** See `startEventSources`. */
  readonly now?: () => number
  readonly faults?: FaultPlan
  /** Values for variables that functions declare: the addresses of stand-ins for external providers. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Parameters that a deployer would put, by their full names. */
  readonly parameters?: (deployment: Deployment) => Readonly<Record<string, string>>
  /** See `startLambdaService`. */
  readonly inspect?: Inspection | undefined
  /** See `functionVariables`. */
  readonly variables?: FunctionVariables | undefined
  readonly onLog: (line: LogLine) => void
  /** See `LambdaFunctionOptions`. */
  readonly onAccepted?: (requestId: string, event: unknown) => void
  readonly onTrace?: (trace: InvocationTrace) => void
}

/**
 * Starts everything behind the gateway but the engine: the other stores, the endpoint through which functions reach them, the functions, and their
 * triggers. Each part's stop is added to `stops`, also when a later part fails to start. `connections` answers the calls to
 * WebSocket connections.
 */
export const startLocalServices = async (
  deployment: Deployment,
  options: LocalServicesOptions & {
    readonly connections: EngineHandler | undefined
    /** Host of the app at AWS → local address. */
    readonly localHosts: Readonly<Record<string, string>>
  },
  engine: DynamoDbEngine,
  stops: Stop[],
) => {
  const { overrides = {}, onTrace, onLog, connections } = options
  const traces = onTrace && invocationTraces(deployment, onTrace)
  const credentials = new Map<string, FunctionCredential>()
  const queues = openQueues({ queues: deployment.queues, dataFolder: options.dataFolder })
  const parts = { engine, queues, credentials, connections, onCall: traces?.record }
  const aws = await startAws(deployment, options, parts, stops)
  await createTables(engine, deployment.tables)
  const onInvoked = traces?.finish
  const lambda = startLambdaService({
    deployment,
    credentials,
    endpoint: aws.endpoint,
    localHosts: { ...options.localHosts, '*.amazonaws.com': aws.endpoint },
    overrides,
    onLog,
    onAccepted: options.onAccepted,
    onInvoked,
    inspect: options.inspect,
    variables: options.variables,
  })
  stops.push(lambda.stop)
  const { invoke, replaceCode } = lambda
  const eventSources = await startEvents(deployment, options, { engine, queues, invoke }, stops)
  return { dynamodb: engine.endpoint, dynamodbAccessKeyId: engine.accessKeyId, aws, invoke, replaceCode, eventSources }
}

interface AwsParts {
  readonly engine: DynamoDbEngine
  readonly queues: LocalQueues
  readonly credentials: ReadonlyMap<string, FunctionCredential>
  readonly connections: EngineHandler | undefined
  readonly onCall: ((call: TracedCall) => void) | undefined
}

const startAws = async (
  deployment: Deployment,
  { dataFolder, faults, parameters, onLog }: LocalServicesOptions,
  { engine, queues, credentials, connections, onCall }: AwsParts,
  stops: Stop[],
): Promise<AwsEndpoint> => {
  const { buckets, keys } = deployment
  const s3 = createS3({ buckets, dataFolder: dataFolder === 'memory' ? dataFolder : join(dataFolder, 's3') })
  stops.push(s3.stop)
  const endpoint = await startAwsEndpoint({
    deployment,
    credentials,
    engines: {
      dynamodb: engine,
      s3: s3.handle,
      kms: createKms({ keys, dataFolder }),
      ssm: createSsm({ ...deployment, overrides: parameters?.(deployment) ?? {} }),
      sqs: createSqs(queues),
      'execute-api': connections,
    },
    cors: s3.cors,
    faults,
    onCall,
    log: (text) => onLog({ source: 'aws', stream: 'platform', requestId: undefined, text }),
  })
  stops.push(endpoint.stop)
  return endpoint
}

const startEvents = async (
  deployment: Deployment,
  { dataFolder, runsEventSources = true, now, onLog }: LocalServicesOptions,
  { engine, queues, invoke }: Pick<AwsParts, 'engine' | 'queues'> & { readonly invoke: InvokeFunction },
  stops: Stop[],
): Promise<EventSources | undefined> => {
  if (!runsEventSources) return undefined
  const eventSources = await startEventSources({
    deployment,
    dynamodb: engine,
    queues,
    dataFolder,
    invoke,
    ...(now !== undefined && { now }),
    onLog: (text) => onLog({ source: 'events', stream: 'platform', requestId: undefined, text }),
  })
  stops.push(eventSources.stop)
  return eventSources
}
