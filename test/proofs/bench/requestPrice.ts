import { priceOfRequest } from '../../harness/aws/prices.ts'
import type { OperationTrace } from './operationTraces.ts'

/** What a warm function takes for a round trip and its own work; assumed, because this machine's time is not Lambda's. */
const millisecondsPerRoundTrip = 5

/** List price of one request in dollars, from counted units: gateway, invocation, its time, the database. */
export const listPriceOf = ({
  readUnits,
  writeUnits,
  memoryMegabytes,
  roundTrips,
}: Pick<OperationTrace, 'readUnits' | 'writeUnits' | 'memoryMegabytes' | 'roundTrips'>): number =>
  priceOfRequest({
    durationMilliseconds: millisecondsPerRoundTrip * Math.max(1, roundTrips),
    memoryMegabytes,
    calls: [{ readUnits, writeUnits }],
  })
