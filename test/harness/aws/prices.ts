import type { ConsumedUnits } from './consumedCapacity.ts'

/** List prices of us-east-1 in US dollars, on demand, without the free tier; arm64 functions. */
export const listPrices = {
  readRequestUnit: 0.125e-6,
  writeRequestUnit: 0.625e-6,
  invocation: 0.2e-6,
  gigabyteSecond: 0.0000133334,
  httpApiRequest: 1e-6,
} as const

/** One request through the gateway: its function's run and all its store calls. */
export interface PricedRequest {
  readonly durationMilliseconds: number
  readonly memoryMegabytes: number
  readonly calls: readonly ConsumedUnits[]
}

/** What the database charges, in US dollars. */
export const priceOfUnits = ({ readUnits, writeUnits }: ConsumedUnits): number =>
  readUnits * listPrices.readRequestUnit + writeUnits * listPrices.writeRequestUnit

/** The list price of one request in US dollars; the duration is billed by the millisecond begun. */
export const priceOfRequest = ({ durationMilliseconds, memoryMegabytes, calls }: PricedRequest): number => {
  const gigabyteSeconds = (memoryMegabytes / 1024) * (Math.ceil(durationMilliseconds) / 1000)
  const run = listPrices.invocation + gigabyteSeconds * listPrices.gigabyteSecond
  return listPrices.httpApiRequest + run + calls.reduce((total, call) => total + priceOfUnits(call), 0)
}
