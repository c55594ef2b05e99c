import { type ConsumedUnits, sumOfUnits } from './consumedCapacity.ts'
import type { Fault } from './faults.ts'
import { type Entrance, priceOfRequest } from './prices.ts'

/** One call of a function to a service. */
export interface TracedCall extends ConsumedUnits {
  readonly functionId: string
  /** The access key of the process that called. */
  readonly accessKeyId: string
  readonly service: string
  /** `PutItem` */
  readonly action: string
  readonly tables: readonly string[]
  /** `performance.now()` of the harness at the request's arrival: calls that overlap were made at the same time. */
  readonly startedAt: number
  /** The time from the request's arrival to its answer, injected delays included. */
  readonly milliseconds: number
  /** Undefined when a fault reset the connection. */
  readonly status: number | undefined
  readonly faults: readonly Fault[]
}

/** `  dynamodb Query Announcers 0.8 ms · 0.5 RRU` */
export const formatCall = (call: TracedCall): string => {
  const { service, action, tables, milliseconds, status, faults } = call
  const facts = [`${milliseconds.toFixed(1)} ms`, formatUnits(call)]
  if (status !== 200) facts.push(status === undefined ? 'reset' : `status ${status}`)
  if (faults.length > 0) facts.push(`fault ${faults.map(formatFault).join(', ')}`)
  const subject = [service, action, ...tables].join(' ')
  return `  ${subject} ${facts.filter((fact) => fact !== '').join(' · ')}`
}

/** The trace of one request: a line for the sum with the list price of a million such requests, and a line for each call. */
export const formatRequest = (request: {
  readonly functionId: string
  readonly entrance: Entrance
  readonly durationMilliseconds: number
  readonly memoryMegabytes: number
  readonly calls: readonly TracedCall[]
}): string => {
  const { functionId, durationMilliseconds, calls } = request
  const perMillion = (priceOfRequest(request) * 1e6).toFixed(2)
  const facts = [
    `${durationMilliseconds.toFixed(1)} ms`,
    `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`,
    formatUnits(sumOfUnits(calls)),
    `$${perMillion} per million`,
  ]
  return [`${functionId} ${facts.filter((fact) => fact !== '').join(' · ')}`, ...calls.map(formatCall)].join('\n')
}

const formatUnits = ({ readUnits, writeUnits }: ConsumedUnits): string => {
  const parts = [readUnits > 0 ? `${readUnits} RRU` : '', writeUnits > 0 ? `${writeUnits} WRU` : '']
  return parts.filter((part) => part !== '').join(' ')
}

const formatFault = (fault: Fault): string =>
  typeof fault === 'string' ? fault : `delay ${fault.delayMilliseconds} ms`
