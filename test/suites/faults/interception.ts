import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { createForwarder } from '../../local/runner/aws/forwarder.ts'
import { type AnswerRequest, startLocalServer } from '../../local/runner/aws/localServer.ts'
import { operationName } from '../../local/runner/aws/operationName.ts'
import type { Outcome } from '../../local/runner/aws/serviceCall.ts'
import { refusalOf } from '../../local/runner/aws/serviceErrors.ts'
import { type SignedRequest, signatureOf } from '../../local/runner/aws/signatureV4.ts'

/** The possible faults of a call of a function to a service or a provider. */
export const faults = ['reset before', 'acknowledgement lost', 'server error', 'throttle', 'timeout'] as const
export type Fault = (typeof faults)[number]
/** A call that takes longer, with the fault that follows. */
export interface Delay {
  readonly milliseconds: number
}

/** A call of a function: to the AWS service that its signature names, or to `provider`. */
export interface InterceptedCall {
  readonly service: string
  /** `PutItem`, or `POST /id.kick.com/oauth/token` */
  readonly action: string
}

type FaultOf = (call: InterceptedCall, index: number) => Fault | Delay | undefined

/** Intercepts all calls of the functions. */
export interface Interception {
  readonly endpoint: string
  /** Calls since `begin`, in the order of their arrival. */
  readonly calls: readonly InterceptedCall[]
  /**
   * Forgets all calls; from now on the fault of each is asked for, by its index.
   *
   * @param silent whether a fault may be a timeout, which only a socket ends
   */
  begin(faultOf?: FaultOf, silent?: boolean): void
  /** The engine at the endpoint; undefined while calls need sockets. */
  readonly direct: () => AnswerRequest | undefined
  /** Resolves when the engines have answered every call, also one whose caller has given up: its write would land in the next attempt, or in the tables of the next play. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Turns of the event loop after which a call whose caller has just given up has arrived: its connection is accepted, it is read, and it is answered. */
const turnsOfArrival = 3

/** This time is longer than any caller waits in these tests. */
const silence = 20_000

const providerRefusal = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"error":"temporarily_unavailable"}',
})

const serverError = ({ service }: InterceptedCall): Outcome =>
  service === 'provider' ? providerRefusal(503) : refusalOf(service, 'server error')

const throttle = ({ service }: InterceptedCall): Outcome =>
  service === 'provider' ? providerRefusal(429, { 'retry-after': '1' }) : refusalOf(service, 'throttled')

const callFrom = (request: SignedRequest): InterceptedCall => {
  const service = signatureOf(request)?.service
  if (service !== undefined) return { service, action: operationName(service, request) }
  return { service: 'provider', action: `${request.method} ${request.target.split('?')[0]}` }
}

/**
 * @param engines services of this process by their signing names
 * @param targets addresses of the others; `provider` receives everything that is not signed for AWS
 */
export const startInterception = async (
  engines: Readonly<Record<string, AnswerRequest>>,
  targets: Readonly<Record<string, string>>,
): Promise<Interception> => {
  const forwarders = new Map(Object.entries(targets).map(([service, url]) => [service, createForwarder(url)]))
  const calls: InterceptedCall[] = []
  const pending = new Set<Promise<Outcome>>()
  let faultOf: FaultOf | undefined
  let needsSockets = false

  const ask = async (service: string, request: SignedRequest): Promise<Outcome> => {
    const engine = engines[service]
    if (engine !== undefined) return engine(request)
    const forwarder = forwarders.get(service)
    if (forwarder === undefined) throw new Error(`no engine for ${service}`)
    return forwarder.forward(request)
  }

  const forward = async (service: string, request: SignedRequest): Promise<Outcome> => {
    const asked = ask(service, request)
    pending.add(asked)
    try {
      return await asked
    } finally {
      pending.delete(asked)
    }
  }

  const answer: AnswerRequest = async (request) => {
    const call = callFrom(request)
    const index = calls.push(call) - 1
    const fault = faultOf?.(call, index)
    if (typeof fault === 'object') await sleep(fault.milliseconds)
    if (fault === 'reset before') return 'reset'
    if (fault === 'server error') return serverError(call)
    if (fault === 'throttle') return throttle(call)
    const outcome = await forward(call.service, request)
    if (fault === 'acknowledgement lost') return 'reset'
    if (fault === 'timeout') await sleep(silence, undefined, { ref: false })
    return outcome
  }
  const server = await startLocalServer(answer)

  return {
    endpoint: server.endpoint,
    calls,
    begin: (next, silent = next !== undefined) => {
      calls.length = 0
      faultOf = next
      needsSockets = silent
    },
    direct: () => (needsSockets ? undefined : answer),
    settled: async () => {
      for (let count = 0; count < turnsOfArrival; count++) await turn()
      await Promise.allSettled(pending)
    },
    stop: async () => {
      await server.stop()
      for (const forwarder of forwarders.values()) forwarder.close()
    },
  }
}
