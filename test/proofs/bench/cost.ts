import type { Figure } from './figure.ts'
import { type OperationTrace, operationTraces } from './operationTraces.ts'
import { listPriceOf } from './requestPrice.ts'
import { dollarsPerMillion } from './statistics.ts'

const readGoal = 1.3e-6
const writeGoal = 1.9e-6

/** One item read by its key or a short query, nothing else. */
const isPlainRead = ({ calls, writeUnits, readUnits }: OperationTrace): boolean =>
  calls.length === 1 && writeUnits === 0 && readUnits > 0 && readUnits <= 1

const isSingleWrite = ({ calls, writeUnits }: OperationTrace): boolean => calls.length === 1 && writeUnits === 1

const dearest = (traces: readonly OperationTrace[]): OperationTrace | undefined =>
  traces.toSorted((left, right) => listPriceOf(right) - listPriceOf(left))[0]

const told = (kind: string, traces: readonly OperationTrace[]): string => {
  const found = dearest(traces)
  return found === undefined
    ? `no ${kind}`
    : `${kind} ≤ ${dollarsPerMillion(listPriceOf(found))} (${found.operation}; ${traces.length} operations)`
}

export const cost: Figure = {
  name: 'cost',
  title: 'Cost per million at list prices, from counted units',
  goal: '≤ $1.30 a plain read, ≤ $1.90 a single write',
  field: '$3.50 for the gateway alone, where it is a REST API, as in most examples of SAM and CDK',
  before: { on: '2026-11-21', found: 'read $1.36, write $1.86, without KMS and the access log' },
  measure: async () => {
    const traces = await operationTraces()
    const [reads, writes] = [traces.filter(isPlainRead), traces.filter(isSingleWrite)]
    const [read, write] = [dearest(reads), dearest(writes)]
    const prices = (some: readonly OperationTrace[]) =>
      Object.fromEntries(some.map((trace) => [trace.operation, listPriceOf(trace) * 1e6]))
    return {
      measured: `${told('read', reads)}; ${told('write', writes)}`,
      met:
        read !== undefined && write !== undefined && listPriceOf(read) <= readGoal && listPriceOf(write) <= writeGoal,
      values: { reads: prices(reads), writes: prices(writes) },
      remarks: [
        'gateway $1.00, invocation $0.20, 5 ms of the function for each round trip, units, calls of KMS, and the lines of both logs',
      ],
    }
  },
}
