import { randomBytes } from 'node:crypto'
import type { Deployment, RouteResource } from '../deployment.ts'
import type { InvocationResult, InvokeFunction } from '../lambda/invocation.ts'
import type { GatewayRequest } from './gatewayRequest.ts'
import type { GatewayResponse } from './gatewayResponse.ts'

export interface RequestHandlerOptions {
  readonly deployment: Pick<Deployment, 'accountId' | 'region' | 'httpApi'>
  readonly invoke: InvokeFunction
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** A response, the route that gave it, if any, and the id under which the function and the client know the request. */
export interface GatewayAnswer {
  readonly response: GatewayResponse
  readonly route: (Pick<RouteResource, 'routeKey'> & Partial<RouteResource>) | undefined
  readonly requestId: string
  /** The id of the function's invocation; undefined when none ran, or none in time. */
  readonly invocationId: string | undefined
}

/** Maps a request to an answer. A body that was too large to be read is undefined. */
export type GatewayHandler = (head: Omit<GatewayRequest, 'body'>, body: Buffer | undefined) => Promise<GatewayAnswer>

export type Outcome = Omit<GatewayAnswer, 'requestId'>

/** An answer without a function. */
export const answered = (response: GatewayResponse, route?: GatewayAnswer['route']): Outcome => ({
  response,
  route,
  invocationId: undefined,
})

/** Fifteen characters and `=`, as in `ATfSmjLgPHcESJw=`. */
export const newRequestId = (): string => randomBytes(11).toString('base64')

/** Invokes a function, and gives up after the time. */
export const invokedInTime = async (
  invoke: InvokeFunction,
  functionLogicalId: string,
  event: unknown,
  milliseconds: number,
): Promise<InvocationResult | 'late'> => {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const patience = setTimeout(() => resolve('late'), milliseconds)
  try {
    return await Promise.race([invoke(functionLogicalId, event), promise])
  } finally {
    clearTimeout(patience)
  }
}
