import { type ConsumedUnits, sumOfUnits } from './aws/consumedCapacity.ts'
import { type Entrance, priceOfRequest } from './aws/prices.ts'
import { formatCall, type TracedCall } from './aws/trace.ts'
import type { Deployment, FunctionResource, RouteResource } from './deployment.ts'
import { type InvocationResult, requestIdOf } from './lambda/invocation.ts'
import type { FinishedInvocation } from './lambda/lambdaFunction.ts'

/** One invocation and every call that it made to the store and to other services. */
export interface InvocationTrace {
  readonly functionId: string
  readonly entrance: Entrance
  /** The invocation's id, as its log lines have it. */
  readonly requestId: string | undefined
  readonly outcome: InvocationResult['kind']
  readonly durationMilliseconds: number
  readonly memoryMegabytes: number
  readonly calls: readonly TracedCall[]
}

/** One invocation as pages show it. */
export interface InvocationSummary extends ConsumedUnits {
  readonly functionId: string
  readonly invocationId: string | undefined
  /** `success`, or how it failed. */
  readonly outcome: string
  readonly milliseconds: number
  /** List price of a million of them, in US dollars. */
  readonly dollarsPerMillion: number
  /** One line for each call of another service. */
  readonly calls: readonly string[]
}

/** The trace of one request, summed up. */
export const summaryOf = (trace: InvocationTrace): InvocationSummary => {
  const { functionId, requestId, outcome, durationMilliseconds, calls } = trace
  return {
    functionId,
    invocationId: requestId,
    outcome,
    milliseconds: durationMilliseconds,
    ...sumOfUnits(calls),
    dollarsPerMillion: priceOfRequest(trace) * 1e6,
    calls: calls.map((call) => formatCall(call).trim()),
  }
}

type Doors = Pick<Deployment, 'httpApi' | 'webSocketApi'>

const entranceOf = ({ httpApi, webSocketApi }: Doors, { logicalId }: FunctionResource): Entrance => {
  const isBehind = ({ routes }: { readonly routes: readonly RouteResource[] }): boolean =>
    routes.some(({ functionLogicalId }) => functionLogicalId === logicalId)
  if (isBehind(httpApi)) return httpApi.rest ? 'rest' : 'http'
  return webSocketApi !== undefined && isBehind(webSocketApi) ? 'webSocket' : 'none'
}

/** Finds out which invocation made a call: each process has its own access key, and runs one invocation at a time. */
export const invocationTraces = (doors: Doors, onTrace: (trace: InvocationTrace) => void) => {
  const callsByKey = new Map<string, TracedCall[]>()
  return {
    record(call: TracedCall): void {
      const calls = callsByKey.get(call.accessKeyId)
      if (calls === undefined) callsByKey.set(call.accessKeyId, [call])
      else calls.push(call)
    },
    finish(resource: FunctionResource, { accessKeyId, milliseconds, result }: FinishedInvocation): void {
      const { id, memoryMegabytes } = resource
      const entrance = entranceOf(doors, resource)
      const calls = callsByKey.get(accessKeyId) ?? []
      callsByKey.delete(accessKeyId)
      const requestId = requestIdOf(result)
      const outcome = result.kind
      onTrace({
        functionId: id,
        entrance,
        requestId,
        outcome,
        durationMilliseconds: milliseconds,
        memoryMegabytes,
        calls,
      })
    },
  }
}
