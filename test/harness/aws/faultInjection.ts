import { setTimeout as sleep } from 'node:timers/promises'
import { cancelledTransaction, conflictingTransaction, partly } from './dynamodbFaults.ts'
import type { EngineResponse } from './engineHandler.ts'
import type { Fault, FaultSource } from './faults.ts'
import { refusalOf } from './serviceErrors.ts'
import { createStaleReads, type StaleReads } from './staleReads.ts'

/** A call on its way to an engine. */
export interface ServiceCall {
  readonly service: string
  /** `PutItem` */
  readonly action: string
  readonly functionId: string | undefined
  readonly body: Buffer | string
}

/** Sends a body, the call's own or a part of it, to the engine. */
export type Send = (body: Buffer | string) => Promise<EngineResponse>

/** An answer, or the connection's end without one. */
export type Outcome = EngineResponse | 'reset'

export interface FaultInjector {
  /** Passes a call on, unless or until the plan has a fault for it. */
  send(call: ServiceCall, send: Send): Promise<{ readonly outcome: Outcome; readonly faults: readonly Fault[] }>
}

export function createFaultInjector(source: FaultSource): FaultInjector {
  const staleReads = source.has('stale-read') ? createStaleReads() : undefined
  return {
    send: async (call, send) => {
      const observed = staleReads && call.service === 'dynamodb' ? staleReads.observing(call, send) : send
      const faults = source.next(call)
      for (const fault of faults) {
        if (typeof fault === 'object') await sleep(fault.delayMilliseconds)
      }
      const fault = faults.find((candidate) => typeof candidate === 'string')
      const outcome = fault ? await afflict(fault, call, observed, staleReads) : await observed(call.body)
      return { outcome, faults }
    },
  }
}

type NamedFault = Extract<Fault, string>
type Affliction = (call: ServiceCall, send: Send, staleReads: StaleReads | undefined) => Promise<Outcome> | Outcome

function afflict(fault: NamedFault, call: ServiceCall, send: Send, staleReads: StaleReads | undefined) {
  return afflictions[fault](call, send, staleReads)
}

const afflictions: Readonly<Record<NamedFault, Affliction>> = {
  throttle: ({ service }) => refusalOf(service, 'throttled'),
  'server-error': ({ service }) => refusalOf(service, 'server error'),
  'reset-before': () => 'reset',
  'ack-lost': async ({ body }, send): Promise<Outcome> => {
    await send(body)
    return 'reset'
  },
  'unprocessed-items': (call, send) => partly(call, send),
  'transaction-conflict': (call) => conflictingTransaction(call),
  'transaction-throttled': (call) => cancelledTransaction(call, 'ThrottlingError'),
  'stale-read': (call, send, staleReads) => staleReads?.earlier(call) ?? send(call.body),
}
