import type { Deployment, FunctionResource } from '../deployment.ts'
import type { DynamoDbEngine } from '../engines/dynamodb.ts'
import type { bucketCors } from '../engines/s3/cors.ts'
import { type AccessControl, createAccessControl } from './accessControl.ts'
import { type Caller, type FunctionCredential, identifyCaller } from './caller.ts'
import { type ConsumedUnits, nothingConsumed } from './consumedCapacity.ts'
import { dynamoDbAccess, tablesOf } from './dynamodbActions.ts'
import { createDynamoDbService, type DynamoDbService, dynamoDbInput } from './dynamodbService.ts'
import { AccessDenied, type EngineHandler, type EngineRequest } from './engineHandler.ts'
import { createFaultInjector, type FaultInjector, type Injected } from './faultInjection.ts'
import type { FaultPlan } from './faults.ts'
import { startLocalServer } from './localServer.ts'
import { operationName } from './operationName.ts'
import type { Outcome, ServiceCall } from './serviceCall.ts'
import { refusalOf } from './serviceErrors.ts'
import type { SignedRequest } from './signatureV4.ts'
import type { TracedCall } from './trace.ts'

export interface AwsEndpointOptions {
  readonly deployment: Deployment
  /** The keys are access key ids. */
  readonly credentials: ReadonlyMap<string, FunctionCredential>
  readonly engines: Readonly<
    Partial<Record<'s3' | 'kms' | 'ssm' | 'sqs' | 'execute-api', EngineHandler | undefined>>
  > & {
    readonly dynamodb: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>
  }
  /** The rules of buckets about pages of other origins. */
  readonly cors?: ReturnType<typeof bucketCors> | undefined
  readonly faults?: FaultPlan | undefined
  /** Called after each call. Units are measured only when it is set. */
  readonly onCall?: ((call: TracedCall) => void) | undefined
  /** Takes one line about a call that is refused; standard error by default. */
  readonly log?: ((line: string) => void) | undefined
}

export type AwsEndpoint = Awaited<ReturnType<typeof startAwsEndpoint>>

/** The services that all calls share. */
interface Services {
  readonly options: AwsEndpointOptions
  readonly functions: ReadonlyMap<string, FunctionResource>
  readonly access: AccessControl
  readonly dynamoDb: DynamoDbService
  readonly faults: FaultInjector
  log(line: string): void
}

/** One call of an authenticated caller. */
interface Exchange {
  readonly request: SignedRequest
  readonly caller: Caller
  readonly call: ServiceCall
  readonly authorize: EngineRequest['authorize']
}

type Result = Injected & { readonly units: ConsumedUnits; readonly tables: readonly string[] }

/**
 * One address for all of AWS, as functions see it: verifies who calls, holds the caller to its role, injects faults, and passes on
 * to the engines.
 *
 * @throws Error when a role has a condition that is not imitated
 */
export const startAwsEndpoint = async (options: AwsEndpointOptions) => {
  const { deployment, engines, onCall, log = (line: string) => process.stderr.write(`${line}\n`) } = options
  const services: Services = {
    options,
    functions: new Map(deployment.functions.map((resource) => [resource.logicalId, resource])),
    access: createAccessControl(deployment),
    dynamoDb: createDynamoDbService(engines.dynamodb, onCall !== undefined, deployment.tables),
    faults: createFaultInjector(options.faults),
    log,
  }
  const answerRequest = (request: SignedRequest) => answer(services, request)
  const server = await startLocalServer(answerRequest, () => log('not imitated: a call by HTTP/2, as those of Kinesis'))
  return {
    endpoint: server.endpoint,
    /** Answers a request that arrived at the address of one service, not at the shared one. */
    answer: answerRequest,
    /** The permissions that roles grant and that this run did not need. */
    unusedPermissions: services.access.unusedPermissions,
    setFaults: services.faults.setPlan,
    stop: async () => {
      await server.stop()
      services.dynamoDb.close()
    },
  }
}

const answer = async (services: Services, request: SignedRequest): Promise<Outcome> => {
  const { cors } = services.options
  if (cors === undefined || request.headers['origin'] === undefined) return answerCall(services, request)
  if (request.method === 'OPTIONS') return cors.preflight(request)
  const outcome = await answerCall(services, request)
  return outcome === 'reset' ? outcome : { ...outcome, headers: { ...outcome.headers, ...cors.headersOf(request) } }
}

const answerCall = async (services: Services, request: SignedRequest): Promise<Outcome> => {
  const began = performance.now()
  const caller = identifyCaller(request, services.options.credentials, services.functions)
  if ('refusal' in caller) return caller.refusal
  const { service } = caller
  const functionId = caller.function.id
  const action = operationName(service, request)
  const authorize: EngineRequest['authorize'] = (...access) => {
    try {
      services.access.authorize(caller.function, ...access)
    } catch (error) {
      if (error instanceof AccessDenied)
        services.log(`access denied: ${functionId} may not ${error.action} on ${error.resource}`)
      throw error
    }
  }
  const call = { service, action, functionId, body: request.body }
  const result = await dispatch(services, { request, caller, call, authorize })
  services.options.onCall?.({
    functionId,
    accessKeyId: caller.accessKeyId,
    service,
    action,
    tables: result.tables,
    startedAt: began,
    milliseconds: performance.now() - began,
    ...result.units,
    status: result.outcome === 'reset' ? undefined : result.outcome.status,
    faults: result.faults,
  })
  return result.outcome
}

const dispatch = async (services: Services, exchange: Exchange): Promise<Result> => {
  const { service } = exchange.call
  try {
    return await (service === 'dynamodb' ? toDynamoDb : toEngine)(services, exchange)
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error
    return refused(service, 'access denied', error.message)
  }
}

const toDynamoDb = async (services: Services, { request, call, authorize }: Exchange): Promise<Result> => {
  const { action } = call
  const input = dynamoDbInput(request.body)
  const accesses = dynamoDbAccess(action, input, services.options.deployment)
  if (!accesses) return notImitated(services, call, request)
  for (const access of accesses) authorize(access.action, access.resource, access.conditionKeys)
  const target = request.headers['x-amz-target'] ?? ''
  let units = nothingConsumed
  const injected = await services.faults.send(call, async (body) => {
    const answered = await services.dynamoDb.send({ target, action, input }, body)
    units = answered.units
    return answered.response
  })
  return { ...injected, units, tables: tablesOf(action, input) }
}

const toEngine = async (services: Services, { request, caller, call, authorize }: Exchange): Promise<Result> => {
  const engine = engineFor(services.options.engines, call.service)
  if (!engine) return notImitated(services, call, request)
  const { method, headers, body } = request
  const url = new URL(request.target, `http://${headers['host'] ?? '127.0.0.1'}`)
  const { accessKeyId } = caller
  const injected = await services.faults.send(call, () =>
    engine({ method, url, headers, body, accessKeyId, authorize }),
  )
  if (injected.outcome !== 'reset') logNotImitated(services, call, injected.outcome.notImitated)
  return { ...injected, units: nothingConsumed, tables: [] }
}

const engineFor = (engines: AwsEndpointOptions['engines'], service: string): EngineHandler | undefined => {
  if (service === 'dynamodb' || !Object.hasOwn(engines, service)) return undefined
  return engines[service as Exclude<keyof typeof engines, 'dynamodb'>]
}

/** The line about a call that the role may allow, and that nothing here answers. */
const logNotImitated = (
  services: Services,
  { service, action, functionId }: ServiceCall,
  part: string | undefined,
): void => {
  if (part === undefined) return
  const detail = part === action || part === '' ? '' : ` (${part})`
  services.log(`not imitated: ${functionId} called ${service}:${action}${detail}`)
}

const notImitated = (services: Services, call: ServiceCall, { headers }: SignedRequest): Result => {
  logNotImitated(services, call, '')
  const message = `${call.service}:${call.action} is not imitated by the local API`
  return refused(call.service, 'unknown operation', message, headers)
}

const refused = (...refusal: Parameters<typeof refusalOf>): Result => ({
  outcome: refusalOf(...refusal),
  faults: [],
  units: nothingConsumed,
  tables: [],
})
