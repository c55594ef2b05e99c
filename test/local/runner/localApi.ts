import { chmodSync, mkdirSync } from 'node:fs'
import type { UnusedPermission } from './aws/accessControl.ts'
import type { AwsEndpoint } from './aws/awsEndpoint.ts'
import type { FaultPlan } from './aws/faults.ts'
import type { Deployment, RouteResource } from './deployment.ts'
import { type DynamoDbEngine, startDynamoDb } from './engines/dynamodb.ts'
import type { EventSources } from './events/startEventSources.ts'
import { type HttpApiOptions, startHttpApi } from './gateway/httpApi.ts'
import { startIssuer } from './identity/issuer.ts'
import { verifyFunctionVariables } from './lambda/functionVariables.ts'
import type { InvocationResult, InvokeFunction } from './lambda/invocation.ts'
import { runtimeDifferences } from './lambda/nodeFor.ts'
import { type LocalServicesOptions, type Stop, startLocalServices } from './localServices.ts'
import { readAssembly } from './template/assembly.ts'
import { deploymentFrom } from './template/readDeployment.ts'
import { startWebSocketApi, type WebSocketApi } from './webSocket/webSocketApi.ts'

export interface LocalApiOptions
  extends LocalServicesOptions,
    Pick<HttpApiOptions, 'onRequest' | 'pages' | 'hostNames'> {
  /** What `cdk synth` wrote. */
  readonly assemblyFolder: string
  /** See `readAssembly`. */
  readonly stack?: string | undefined
  /** See `readDeployment`. */
  readonly ignore?: readonly string[] | undefined
  /** 0 picks a free one. */
  readonly port: number
}

export interface LocalApi {
  readonly api: string
  /** Where WebSocket connections are opened, stage included; undefined when the deployment has no such API. */
  readonly websocket: string | undefined
  readonly issuer: string
  readonly audience: string
  /** The engine itself, past every permission. */
  readonly dynamodb: string
  /** The access key of callers that use the engine directly. */
  readonly dynamodbAccessKeyId: string
  readonly s3: string
  readonly deployment: Deployment
  /** An access token; lives an hour unless `expiresIn` (seconds) says otherwise. */
  token(
    recipient: string,
    options?: { readonly groups?: readonly string[]; readonly expiresIn?: number },
  ): Promise<string>
  /** @param functionId a construct id: an operation's or a worker's */
  invoke(functionId: string, event: unknown): Promise<InvocationResult>
  /** Makes later invocations of the function run the code in this folder. */
  replaceCode(functionId: string, codeFolder: string): Promise<void>
  unusedPermissions(): readonly UnusedPermission[]
  /** Replaces the plan of injected faults. */
  setFaults(plan: FaultPlan): void
  /** The streams' mappings and the schedules; undefined when they do not run. */
  readonly eventSources: EventSources | undefined
  stop(): Promise<void>
}

/** The client id that tokens are issued to, in place of the template's. */
const audience = 'local'
/** The client id in place of those whose refresh tokens rotate. */
const rotatingClient = 'local-rotating'

/**
 * Runs a synthesized deployment on this machine.
 *
 * @throws Error with one line: a template that cannot be imitated, a port in use, an engine that is missing
 */
export const startLocalApi = async (options: LocalApiOptions): Promise<LocalApi> => {
  const stops: Stop[] = []
  try {
    return await start(options, stops)
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

/** Runs the stops in reverse order of the starts. */
const stopAll = async (stops: Stop[]): Promise<void> => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop()
}

/** Wraps a stop so that it runs at most once. */
const once = (stop: () => Promise<void>): (() => Promise<void>) => {
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }
}

interface GatewayOptions extends Omit<Parameters<typeof startWebSocketApi>[0], 'deployment'> {
  readonly deployment: Deployment
}

/** Starts the WebSocket API at the port after the HTTP API's, so that pages find it at the same address after a restart. */
const startSocketGateway = async (options: GatewayOptions): Promise<WebSocketApi | undefined> => {
  const { webSocketApi } = options.deployment
  if (webSocketApi === undefined) return undefined
  const port = options.port === 0 ? 0 : options.port + 1
  return startWebSocketApi({ ...options, deployment: { ...options.deployment, webSocketApi }, port })
}

const withoutTimeouts = <Api extends { readonly routes: readonly RouteResource[] }>(api: Api): Api => ({
  ...api,
  routes: api.routes.map((route) => ({ ...route, timeoutMilliseconds: undefined })),
})

/** The deployment with an integration timeout of a day when functions may be debugged. */
const patient = (deployment: Deployment, isInspected: boolean): Deployment =>
  isInspected
    ? {
        ...deployment,
        httpApi: { ...withoutTimeouts(deployment.httpApi), integrationTimeoutMilliseconds: 86_400_000 },
        webSocketApi: deployment.webSocketApi && withoutTimeouts(deployment.webSocketApi),
      }
    : deployment

/** The engine starts while the template is read. */
const startEngine = ({ dataFolder, engine }: LocalApiOptions, stops: Stop[]): Promise<DynamoDbEngine> => {
  const started = startDynamoDb({ dataFolder, engine })
  const settled = started.catch(() => undefined)
  stops.push(async () => (await settled)?.stop())
  return started
}

/** Data, keys and tokens are for nobody else on this machine, whatever permissions single files have. */
const makeOwnFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
}

const start = async (options: LocalApiOptions, stops: Stop[]): Promise<LocalApi> => {
  const { assemblyFolder, dataFolder, stack, ignore } = options
  if (dataFolder !== 'memory') makeOwnFolder(dataFolder)
  const engine = startEngine(options, stops)
  const issuer = await startIssuer({ audience, rotatingClient, dataFolder })
  stops.push(issuer.stop)
  const substitutions = { issuer: issuer.issuer, audience, rotatingClient }
  const assembly = readAssembly(assemblyFolder, stack)
  const invoke = Promise.withResolvers<InvokeFunction>()
  const aws = Promise.withResolvers<AwsEndpoint>()
  const gatewayOptions: GatewayOptions = {
    deployment: patient(deploymentFrom(assembly, substitutions, ignore), options.inspect !== undefined),
    port: options.port,
    hostNames: options.hostNames,
    invoke: async (...given) => (await invoke.promise)(...given),
    manage: async (request) => (await aws.promise).answer(request),
  }
  // The gateways start first because functions may need their addresses; they accept requests once the functions exist.
  const { onRequest, pages } = options
  const httpApi = await startHttpApi({ ...gatewayOptions, onRequest, pages })
  const stopHttpApi = once(httpApi.stop)
  stops.push(stopHttpApi)
  const webSocketApi = await startSocketGateway(gatewayOptions)
  const stopWebSocketApi = once(async () => webSocketApi?.stop())
  stops.push(stopWebSocketApi)
  const logicalUrls = {
    httpApi: new URL(httpApi.url).origin,
    webSocketApi: webSocketApi?.url,
    webSocketManagement: webSocketApi?.managementUrl,
  }
  const deployment = deploymentFrom(assembly, { ...substitutions, logicalUrls }, ignore)
  if (options.variables !== undefined) verifyFunctionVariables(options.variables, deployment.functions)
  const said = (source: string) => (text: string) =>
    options.onLog({ source, stream: 'platform', requestId: undefined, text })
  deployment.notes.forEach(said('ignored'))
  for (const text of [...runtimeDifferences(deployment.functions), ...deployment.differences]) said('differs')(text)
  const connections = webSocketApi?.handle
  const localHosts: Record<string, string> = webSocketApi ? { [webSocketApi.ownHost]: webSocketApi.managementUrl } : {}
  const services = await startLocalServices(deployment, { ...options, connections, localHosts }, await engine, stops)
  // The gateways stop first: running requests, and invocations that a closed connection causes, still need everything else.
  stops.push(stopHttpApi, stopWebSocketApi)
  aws.resolve(services.aws)
  invoke.resolve(services.invoke)
  return {
    api: httpApi.url,
    websocket: webSocketApi && `${webSocketApi.url}/${deployment.webSocketApi?.stage}`,
    issuer: issuer.issuer,
    audience,
    dynamodb: services.dynamodb,
    dynamodbAccessKeyId: services.dynamodbAccessKeyId,
    s3: services.aws.endpoint,
    deployment,
    token: async (recipient, given = {}) => (await issuer.token({ recipient, ...given })).accessToken,
    invoke: services.invoke,
    replaceCode: services.replaceCode,
    unusedPermissions: services.aws.unusedPermissions,
    setFaults: services.aws.setFaults,
    eventSources: services.eventSources,
    stop: () => stopAll(stops),
  }
}
