import { setTimeout as sleep } from 'node:timers/promises'
import { cancelledTransaction, conflictingTransaction, partly } from './dynamodbFaults.ts'
import { createFaultSource, type Fault, type FaultPlan } from './faults.ts'
import type { Outcome, Send, ServiceCall } from './serviceCall.ts'
import { refusalOf } from './serviceErrors.ts'
import { createStaleReads, type StaleReads } from './staleReads.ts'

/** The outcome of a call, and the faults that were injected into it. */
export interface Injected {
  readonly outcome: Outcome
  readonly faults: readonly Fault[]
}

export type FaultInjector = ReturnType<typeof createFaultInjector>

export const createFaultInjector = (plan: FaultPlan = { rules: [] }) => {
  let faultsOf = createFaultSource(plan)
  let staleReads = staleReadsFor(plan)
  return {
    /** Passes a call on, with the faults that the plan has for it. */
    send: async (call: ServiceCall, send: Send): Promise<Injected> => {
      const memory = call.service === 'dynamodb' ? staleReads : undefined
      const observed = memory?.observing(call, send) ?? send
      const faults = faultsOf(call)
      for (const fault of faults) {
        if (typeof fault === 'object') await sleep(fault.delayMilliseconds)
      }
      const fault = faults.find((candidate) => typeof candidate === 'string')
      const outcome = fault ? await afflictions[fault](call, observed, memory) : await observed(call.body)
      return { outcome, faults }
    },
    /** Takes effect with the next call, and resets all counts. */
    setPlan: (next: FaultPlan): void => {
      faultsOf = createFaultSource(next)
      staleReads = staleReadsFor(next)
    },
  }
}

/** Answers are remembered only for a plan that needs them, because that costs memory. */
const staleReadsFor = (plan: FaultPlan): StaleReads | undefined =>
  plan.rules.some(({ fault }) => fault === 'stale-read') ? createStaleReads() : undefined

type NamedFault = Extract<Fault, string>
type Affliction = (call: ServiceCall, send: Send, staleReads: StaleReads | undefined) => Promise<Outcome> | Outcome

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
