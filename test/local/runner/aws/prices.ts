import type { ConsumedUnits } from './consumedCapacity.ts'

/**
 * List prices of us-east-1 in US dollars, on demand, without the free tiers; arm64 functions. KMS: 0.03 for 10,000 requests, API Gateway: 1.00 for a million
 * requests of an HTTP API (up to 512 KB), 3.50 for those of a REST API, 1.00 for messages of a WebSocket API (up to 32 KB) in either direction, and 0.25 for a million minutes of its connections, CloudWatch Logs: 0.50 for a gigabyte.
 * https://aws.amazon.com/dynamodb/pricing/on-demand/ https://aws.amazon.com/kms/pricing/ https://aws.amazon.com/api-gateway/pricing/
 */
export const listPrices = {
  readRequestUnit: 0.125e-6,
  writeRequestUnit: 0.625e-6,
  invocation: 0.2e-6,
  gigabyteSecond: 0.0000133334,
  httpApiRequest: 1e-6,
  restApiRequest: 3.5e-6,
  webSocketMessage: 1e-6,
  connectionMinute: 0.25e-6,
  kmsRequest: 3e-6,
  logByte: 0.5e-9,
} as const

/** Bytes that an access log has for a request; the bytes that a function logs itself are given by the caller. */
const accessLogBytes = 150

/** What begins an invocation; streams and schedules cost nothing themselves. */
export type Entrance = 'http' | 'rest' | 'webSocket' | 'none'

const entrancePrices: Readonly<Record<Entrance, number>> = {
  http: listPrices.httpApiRequest + accessLogBytes * listPrices.logByte,
  rest: listPrices.restApiRequest + accessLogBytes * listPrices.logByte,
  webSocket: listPrices.webSocketMessage,
  none: 0,
}

export interface PricedCall extends ConsumedUnits {
  /** `dynamodb`, `kms`, …; only units count when it is absent. */
  readonly service?: string
}

/** One invocation: what began it, its run, and all its calls. */
export interface PricedRequest {
  /** `http` when absent. */
  readonly entrance?: Entrance
  readonly durationMilliseconds: number
  readonly memoryMegabytes: number
  /** Bytes of the function's own log lines. */
  readonly logBytes?: number
  readonly calls: readonly PricedCall[]
}

/** Calls that are charged one by one: of KMS, and each message that is posted to a WebSocket connection. */
const callPrices: Readonly<Record<string, number>> = {
  kms: listPrices.kmsRequest,
  'execute-api': listPrices.webSocketMessage,
}

/** The list price of one call in US dollars. */
export const priceOfCall = ({ readUnits, writeUnits, service = '' }: PricedCall): number =>
  readUnits * listPrices.readRequestUnit + writeUnits * listPrices.writeRequestUnit + (callPrices[service] ?? 0)

/** The list price of one invocation in US dollars; the duration is billed by the millisecond begun. */
export const priceOfRequest = ({
  entrance = 'http',
  durationMilliseconds,
  memoryMegabytes,
  logBytes = 0,
  calls,
}: PricedRequest): number => {
  const gigabyteSeconds = (memoryMegabytes / 1024) * (Math.ceil(durationMilliseconds) / 1000)
  const run = listPrices.invocation + gigabyteSeconds * listPrices.gigabyteSecond
  const logged = logBytes * listPrices.logByte
  return entrancePrices[entrance] + run + logged + calls.reduce((total, call) => total + priceOfCall(call), 0)
}
