import type { Deployment, FunctionResource } from '../deployment.ts'
import type { DynamoDbEngine } from '../engines/dynamodb.ts'
import { createAccessControl, type UnusedPermission } from './accessControl.ts'
import { nothingConsumed } from './consumedCapacity.ts'
import { dynamoDbAccess, tablesOf } from './dynamodbActions.ts'
import { createDynamoDbService, dynamoDbInput } from './dynamodbService.ts'
import { AccessDenied, type EngineHandler, type EngineRequest, type EngineResponse } from './engineHandler.ts'
import { createFaultInjector, type FaultInjector, type Outcome, type ServiceCall } from './faultInjection.ts'
import { createFaultSource, type FaultPlan } from './faults.ts'
import { startLocalServer } from './localServer.ts'
import { operationName, unsignedService } from './operationName.ts'
import { refusalOf } from './serviceErrors.ts'
import { type Signature, type SignedRequest, signatureOf, verifySignature } from './signatureV4.ts'
import type { TracedCall } from './trace.ts'

export interface FunctionCredential {
  readonly secretAccessKey: string
  readonly functionLogicalId: string
}

export interface AwsEndpointOptions {
  readonly deployment: Deployment
  /** By access key id; read at each call, so that functions may be added later. */
  readonly credentials: ReadonlyMap<string, FunctionCredential>
  readonly engines: {
    readonly dynamodb: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>
    readonly s3?: EngineHandler | undefined
    readonly kms?: EngineHandler | undefined
    readonly ssm?: EngineHandler | undefined
    readonly 'execute-api'?: EngineHandler | undefined
  }
  readonly faults?: FaultPlan | undefined
  /** Called after each call; without it no units are measured. */
  readonly onCall?: ((call: TracedCall) => void) | undefined
  /** Takes one line about a call that is refused; standard error by default. */
  readonly log?: ((line: string) => void) | undefined
}

export interface AwsEndpoint {
  readonly endpoint: string
  /** What roles grant and this run did not need. */
  unusedPermissions(): UnusedPermission[]
  setFaults(plan: FaultPlan): void
  stop(): Promise<void>
}

interface Caller {
  readonly signature: Signature
  readonly function: FunctionResource
}

/**
 * One address for all of AWS, as functions see it: verifies who calls, holds the caller to its role, injects faults, and passes on to
 * the engines.
 *
 * @throws Error when a role has a condition that is not imitated
 */
export async function startAwsEndpoint(options: AwsEndpointOptions): Promise<AwsEndpoint> {
  const { deployment, engines, onCall, log = (line: string) => process.stderr.write(`${line}\n`) } = options
  const access = createAccessControl(deployment)
  const dynamoDb = createDynamoDbService(engines.dynamodb, onCall !== undefined)
  const functions = new Map(deployment.functions.map((resource) => [resource.logicalId, resource]))
  let faults = createFaultInjector(createFaultSource(options.faults))

  const callerOf = (request: SignedRequest): Caller | EngineResponse => {
    const signature = signatureOf(request)
    if (!signature) return refusalOf(unsignedService(request), 'unsigned')
    const credential = options.credentials.get(signature.accessKeyId)
    const owner = credential && functions.get(credential.functionLogicalId)
    if (!owner) return refusalOf(signature.service, 'unknown key')
    const verdict = verifySignature(request, signature, credential.secretAccessKey)
    if (verdict !== 'valid')
      return refusalOf(signature.service, verdict === 'wrong' ? 'wrong signature' : 'expired signature')
    return { signature, function: owner }
  }

  const answer = async (request: SignedRequest): Promise<Outcome> => {
    const began = performance.now()
    const caller = callerOf(request)
    if ('status' in caller) return caller
    const { service } = caller.signature
    const action = operationName(service, request)
    const authorize: EngineRequest['authorize'] = (...permission) => access.authorize(caller.function, ...permission)
    const call = { service, action, functionId: caller.function.id, body: request.body }
    const exchange =
      service === 'dynamodb' ? toDynamoDb(request, call, authorize) : toEngine(request, call, caller, authorize)
    const result = await exchange.catch((error: unknown) => {
      if (!(error instanceof AccessDenied)) throw error
      log(`access denied: ${call.functionId} may not ${error.action} on ${error.resource}`)
      return {
        outcome: refusalOf(service, 'access denied', error.message),
        faults: [],
        units: nothingConsumed,
        tables: [],
      }
    })
    onCall?.({
      functionId: call.functionId,
      traceId: request.headers['x-amzn-trace-id'],
      service,
      action,
      tables: result.tables,
      milliseconds: performance.now() - began,
      ...result.units,
      status: result.outcome === 'reset' ? undefined : result.outcome.status,
      faults: result.faults,
    })
    return result.outcome
  }

  const toDynamoDb = async (
    request: SignedRequest,
    call: ServiceCall,
    authorize: EngineRequest['authorize'],
  ): Promise<Exchange> => {
    const input = dynamoDbInput(request.body)
    const accesses = dynamoDbAccess(call.action, input, deployment)
    if (!accesses) {
      log(`not imitated: ${call.functionId} called dynamodb:${call.action}`)
      return { outcome: refusalOf('dynamodb', 'unknown operation'), faults: [], units: nothingConsumed, tables: [] }
    }
    for (const { action, resource } of accesses) authorize(action, resource)
    const target = request.headers['x-amz-target'] ?? ''
    let units = nothingConsumed
    const injected = await faults.send(call, async (body) => {
      const answered = await dynamoDb.send({ target, action: call.action, input }, body)
      units = answered.units
      return answered.response
    })
    return { ...injected, units, tables: tablesOf(call.action, input) }
  }

  const toEngine = async (
    request: SignedRequest,
    call: ServiceCall,
    caller: Caller,
    authorize: EngineRequest['authorize'],
  ): Promise<Exchange> => {
    const engine = engineFor(engines, call.service)
    if (!engine) {
      log(`not imitated: ${call.functionId} called ${call.service}:${call.action}`)
      return { outcome: refusalOf(call.service, 'unknown operation'), faults: [], units: nothingConsumed, tables: [] }
    }
    const url = new URL(request.target, `http://${request.headers['host'] ?? '127.0.0.1'}`)
    const { method, headers, body } = request
    const { accessKeyId } = caller.signature
    const injected = await faults.send(call, () => engine({ method, url, headers, body, accessKeyId, authorize }))
    return { ...injected, units: nothingConsumed, tables: [] }
  }

  const server = await startLocalServer(answer)
  return {
    endpoint: server.endpoint,
    unusedPermissions: access.unusedPermissions,
    setFaults: (plan) => {
      faults = createFaultInjector(createFaultSource(plan))
    },
    stop: async () => {
      await server.stop()
      dynamoDb.close()
    },
  }
}

type Exchange = Awaited<ReturnType<FaultInjector['send']>> &
  Pick<TracedCall, 'tables'> & {
    readonly units: typeof nothingConsumed
  }

function engineFor(engines: AwsEndpointOptions['engines'], service: string): EngineHandler | undefined {
  if (service === 's3' || service === 'kms' || service === 'ssm' || service === 'execute-api') return engines[service]
  return undefined
}
