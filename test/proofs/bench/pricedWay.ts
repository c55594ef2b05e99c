import { priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import type { Measurement } from './figure.ts'
import { sequentialCalls } from './operationTraces.ts'
import { millisecondsPerRoundTrip } from './requestPrice.ts'
import { dollarsPerMillion } from './statistics.ts'

const logBytes = 170

/**
 * The price of the functions on the way of something, and of each.
 *
 * @param waitedMs milliseconds for which functions wait for others than DynamoDB
 */
export const pricedWay = (
  traces: readonly InvocationTrace[],
  goal: number,
  waitedMs: Readonly<Record<string, number>> = {},
): Measurement => {
  const dollarsOf = ({ functionId, entrance, memoryMegabytes, calls }: InvocationTrace): number => {
    const roundTrips = sequentialCalls(calls.filter(({ service }) => service === 'dynamodb'))
    const durationMilliseconds = millisecondsPerRoundTrip * Math.max(1, roundTrips) + (waitedMs[functionId] ?? 0)
    return priceOfRequest({ entrance, durationMilliseconds, memoryMegabytes, logBytes, calls })
  }
  const dollars = traces.reduce((sum, trace) => sum + dollarsOf(trace), 0)
  return {
    measured: `${dollarsPerMillion(dollars)} per million, ${traces.length} invocations`,
    met: dollars <= goal,
    values: { dollars, invocations: traces.length },
    details: {
      columns: ['function', 'calls', 'RRU', 'WRU', '$ per million'],
      rows: traces.map((trace) => [
        trace.functionId,
        String(trace.calls.length),
        String(trace.calls.reduce((sum, { readUnits }) => sum + readUnits, 0)),
        String(trace.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0)),
        dollarsPerMillion(dollarsOf(trace)),
      ]),
    },
  }
}
