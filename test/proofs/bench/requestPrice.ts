import { priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { OperationTrace } from './operationTraces.ts'

/** What a warm function takes for a round trip and its own work; assumed, because this machine's time is not Lambda's. */
export const millisecondsPerRoundTrip = 5

/** List price of one request in dollars, from its calls: gateway and its log, invocation, its time and its log, database, keys. */
export const listPriceOf = ({
  calls,
  logBytes,
  memoryMegabytes,
  roundTrips,
}: Pick<OperationTrace, 'calls' | 'logBytes' | 'memoryMegabytes' | 'roundTrips'>): number =>
  priceOfRequest({
    durationMilliseconds: millisecondsPerRoundTrip * Math.max(1, roundTrips),
    memoryMegabytes,
    logBytes,
    calls,
  })
