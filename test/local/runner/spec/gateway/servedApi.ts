import { onTestFinished } from 'vitest'
import type { HttpApiResource } from '../../deployment.ts'
import { type HttpApi, type ServedRequest, startHttpApi } from '../../gateway/httpApi.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { literalDeployment } from './literalDeployment.ts'

export interface ServedApi extends HttpApi {
  readonly port: number
  /** The events that functions were invoked with, in order. */
  readonly events: Record<string, unknown>[]
  readonly served: ServedRequest[]
}

/** A result that the Lambda service hands back for a handler's return value. */
export const success = (payload: unknown): InvocationResult => ({ kind: 'success', requestId: 'lambda-1', payload })

/** A gateway at a free port, in front of a function that answers as the test demands; 200 with an empty body by default. */
export const servedApi = async (
  httpApi: Partial<HttpApiResource> = {},
  { invoke, now }: { invoke?: (name: string) => InvocationResult | Promise<InvocationResult>; now?: () => number } = {},
): Promise<ServedApi> => {
  const events: Record<string, unknown>[] = []
  const served: ServedRequest[] = []
  const api = await startHttpApi({
    deployment: literalDeployment(httpApi),
    port: 0,
    invoke: async (functionLogicalId, event) => {
      events.push(event as Record<string, unknown>)
      return invoke ? invoke(functionLogicalId) : success({ statusCode: 200 })
    },
    onRequest: (request) => served.push(request),
    ...(now && { now }),
  })
  return { ...api, port: Number(new URL(api.url).port), events, served }
}

/** A gateway that is stopped after the test. */
export const served = async (...options: Parameters<typeof servedApi>): Promise<ServedApi> => {
  const api = await servedApi(...options)
  onTestFinished(api.stop)
  return api
}
