import { join } from 'node:path'
import type { UnusedPermission } from './aws/accessControl.ts'
import { type AwsEndpoint, startAwsEndpoint } from './aws/awsEndpoint.ts'
import type { FunctionCredential } from './aws/caller.ts'
import type { FaultPlan } from './aws/faults.ts'
import type { TracedCall } from './aws/trace.ts'
import type { Deployment } from './deployment.ts'
import { type DynamoDbEngine, startDynamoDb } from './engines/dynamodb.ts'
import { createTables } from './engines/dynamodbTables.ts'
import { createKms } from './engines/kms.ts'
import { createS3 } from './engines/s3/createS3.ts'
import { createSsm } from './engines/ssm.ts'
import { type EventSources, startEventSources } from './events/startEventSources.ts'
import { startHttpApi } from './gateway/httpApi.ts'
import { startIssuer } from './identity/issuer.ts'
import { type InvocationTrace, invocationTraces } from './invocationTraces.ts'
import type { InvocationResult, InvokeFunction, LogLine } from './lambda/invocation.ts'
import { startLambdaService } from './lambda/lambdaService.ts'
import { readDeployment } from './template/readDeployment.ts'

export interface LocalApiOptions {
  /** What `cdk synth` wrote. */
  readonly assemblyFolder: string
  /** 0 picks a free one. */
  readonly port: number
  readonly dataFolder: string | 'memory'
  /** A running DynamoDB to use in place of the embedded one. */
  readonly dynamoDbEndpoint?: string | undefined
  /** Default true; false leaves streams and schedules alone. */
  readonly runsEventSources?: boolean
  readonly faults?: FaultPlan
  /** Values for variables that functions declare: the addresses of stand-ins for external providers. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Parameters that a deployer would put, by their full names. */
  readonly parameters?: (deployment: Deployment) => Readonly<Record<string, string>>
  readonly onLog: (line: LogLine) => void
  readonly onTrace?: (trace: InvocationTrace) => void
}

export interface LocalApi {
  readonly api: string
  readonly issuer: string
  readonly audience: string
  /** The engine itself, past every permission. */
  readonly dynamodb: string
  readonly s3: string
  readonly deployment: Deployment
  /** An access token; lives an hour unless `expiresIn` (seconds) says otherwise. */
  token(
    recipient: string,
    options?: { readonly groups?: readonly string[]; readonly expiresIn?: number },
  ): Promise<string>
  /** @param functionId a construct id: an operation's or a worker's */
  invoke(functionId: string, event: unknown): Promise<InvocationResult>
  /** From now on the function runs the code in this folder. */
  replaceCode(functionId: string, codeFolder: string): Promise<void>
  unusedPermissions(): readonly UnusedPermission[]
  /** The streams' mappings and the schedules; undefined when they do not run. */
  readonly eventSources: EventSources | undefined
  stop(): Promise<void>
}

/** The client id that tokens are issued to, in place of the template's. */
const audience = 'local'

/**
 * Runs a synthesized deployment on this machine.
 *
 * @throws Error with one line: a template that cannot be imitated, a port in use, an engine that is missing
 */
export async function startLocalApi(options: LocalApiOptions): Promise<LocalApi> {
  const stops: Stop[] = []
  try {
    return await start(options, stops)
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

type Stop = () => Promise<void> | void

/** The last started is stopped first. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop()
}

async function start(options: LocalApiOptions, stops: Stop[]): Promise<LocalApi> {
  const { assemblyFolder, dataFolder } = options
  const issuer = await startIssuer({ audience, dataFolder })
  stops.push(issuer.stop)
  const substitutions = { issuer: issuer.issuer, audience }
  const invoke = Promise.withResolvers<InvokeFunction>()
  // The gateway comes first because functions may be told its address, and takes requests once there are functions.
  const httpApi = await startHttpApi({
    deployment: readDeployment(assemblyFolder, substitutions),
    port: options.port,
    invoke: async (functionLogicalId, event) => (await invoke.promise)(functionLogicalId, event),
  })
  let gatewayStopped: Promise<void> | undefined
  const stopGateway = () => {
    gatewayStopped ??= httpApi.stop()
    return gatewayStopped
  }
  stops.push(stopGateway)
  const logicalUrls = { httpApi: httpApi.url }
  const deployment = readDeployment(assemblyFolder, { ...substitutions, logicalUrls })
  const services = await startServices(deployment, options, stops)
  // Requests under way still need everything else.
  stops.push(stopGateway)
  invoke.resolve(services.invoke)
  return {
    api: httpApi.url,
    issuer: issuer.issuer,
    audience,
    dynamodb: services.dynamodb,
    s3: services.s3,
    deployment,
    token: async (recipient, given = {}) => (await issuer.token({ recipient, ...given })).accessToken,
    invoke: services.invoke,
    replaceCode: services.replaceCode,
    unusedPermissions: services.unusedPermissions,
    eventSources: services.eventSources,
    stop: () => stopAll(stops),
  }
}

interface Services {
  readonly dynamodb: string
  readonly s3: string
  readonly invoke: InvokeFunction
  replaceCode(functionId: string, codeFolder: string): Promise<void>
  unusedPermissions(): readonly UnusedPermission[]
  readonly eventSources: EventSources | undefined
}

/** Everything behind the gateway: the stores, the endpoint through which functions reach them, and the functions. */
async function startServices(deployment: Deployment, options: LocalApiOptions, stops: Stop[]): Promise<Services> {
  const { dataFolder, dynamoDbEndpoint, overrides = {}, onTrace, onLog } = options
  const engine = await startDynamoDb({ dataFolder, endpoint: dynamoDbEndpoint })
  stops.push(engine.stop)
  const traces = onTrace && invocationTraces(onTrace)
  const credentials = new Map<string, FunctionCredential>()
  const [awsEndpoint] = await Promise.all([
    startAws(deployment, options, { engine, credentials, onCall: traces?.record }, stops),
    createTables(engine, deployment.tables),
  ])
  const { endpoint } = awsEndpoint
  const endpoints = Object.fromEntries(imitatedServices.map((service) => [service, endpoint]))
  const onInvoked = traces?.finish
  const lambda = startLambdaService({ deployment, credentials, endpoints, overrides, onLog, onInvoked })
  stops.push(lambda.stop)
  const { invoke } = lambda
  const eventSources = await startEvents(deployment, options, { engine, invoke }, stops)
  return {
    dynamodb: engine.endpoint,
    s3: endpoint,
    invoke,
    eventSources,
    replaceCode: lambda.replaceCode,
    unusedPermissions: awsEndpoint.unusedPermissions,
  }
}

/** Service ids in the SDK's spelling: https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html */
const imitatedServices = ['DYNAMODB', 'S3', 'KMS', 'SSM', 'APIGATEWAYMANAGEMENTAPI']

interface AwsParts {
  readonly engine: DynamoDbEngine
  readonly credentials: ReadonlyMap<string, FunctionCredential>
  readonly onCall: ((call: TracedCall) => void) | undefined
}

async function startAws(
  deployment: Deployment,
  { dataFolder, faults, parameters, onLog }: LocalApiOptions,
  { engine, credentials, onCall }: AwsParts,
  stops: Stop[],
): Promise<AwsEndpoint> {
  const { region, accountId, buckets, keys } = deployment
  const s3 = createS3({ buckets, dataFolder: dataFolder === 'memory' ? dataFolder : join(dataFolder, 's3') })
  stops.push(s3.stop)
  const endpoint = await startAwsEndpoint({
    deployment,
    credentials,
    engines: {
      dynamodb: engine,
      s3: s3.handle,
      kms: createKms({ keys, dataFolder }).handle,
      ssm: createSsm({
        parameters: deployment.parameters,
        overrides: parameters?.(deployment) ?? {},
        region,
        accountId,
      }).handle,
    },
    faults,
    onCall,
    log: (text) => onLog({ source: 'aws', stream: 'platform', requestId: undefined, text }),
  })
  stops.push(endpoint.stop)
  return endpoint
}

async function startEvents(
  deployment: Deployment,
  { dataFolder, runsEventSources = true, onLog }: LocalApiOptions,
  { engine, invoke }: { readonly engine: DynamoDbEngine; readonly invoke: InvokeFunction },
  stops: Stop[],
): Promise<EventSources | undefined> {
  if (!runsEventSources) return undefined
  const eventSources = await startEventSources({
    deployment,
    dynamodb: engine,
    dataFolder,
    invoke,
    onLog: (text) => onLog({ source: 'events', stream: 'platform', requestId: undefined, text }),
  })
  stops.push(eventSources.stop)
  return eventSources
}
