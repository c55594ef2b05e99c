import { sumOfUnits } from '../aws/consumedCapacity.ts'
import { priceOfRequest } from '../aws/prices.ts'
import { formatCall } from '../aws/trace.ts'
import type { ServedRequest } from '../gateway/httpApi.ts'
import type { InvocationTrace } from '../invocationTraces.ts'
import type { LogLine } from '../lambda/invocation.ts'

interface Entry {
  /** Rises with every entry of any kind. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface RequestEntry extends Entry, ServedRequest {}

export interface InvocationEntry extends Entry {
  readonly functionId: string
  readonly invocationId: string | undefined
  /** `success`, or how it failed. */
  readonly outcome: string
  readonly milliseconds: number
  readonly readUnits: number
  readonly writeUnits: number
  /** List price of a million of them, in US dollars. */
  readonly dollarsPerMillion: number
  /** One line for each call of another service. */
  readonly calls: readonly string[]
}

export interface LogEntry extends Entry {
  readonly source: string
  readonly invocationId: string | undefined
  readonly text: string
}

/** What happened after a sequence. */
export interface ActivitySince {
  readonly last: number
  readonly requests: readonly RequestEntry[]
  readonly invocations: readonly InvocationEntry[]
  readonly logs: readonly LogEntry[]
}

const keptRuns = 300
const keptLogs = 1000
/** Characters of a log line that are kept. */
const longestLine = 4000

const recent = <T extends Entry>(limit: number) => {
  const entries: T[] = []
  return {
    add: (entry: T): void => {
      entries.push(entry)
      if (entries.length > limit) entries.shift()
    },
    since: (sequence: number) => entries.filter((entry) => entry.sequence > sequence),
  }
}

/** Remembers the last requests, invocations and log lines. */
export const createActivity = (now: () => number = Date.now) => {
  const requests = recent<RequestEntry>(keptRuns)
  const invocations = recent<InvocationEntry>(keptRuns)
  const logs = recent<LogEntry>(keptLogs)
  let last = 0
  const next = (): Entry => ({ sequence: ++last, at: now() })

  return {
    onRequest: (request: ServedRequest): void => requests.add({ ...next(), ...request }),
    onTrace: (trace: InvocationTrace): void => {
      const { functionId, requestId, outcome, durationMilliseconds, calls } = trace
      invocations.add({
        ...next(),
        functionId,
        invocationId: requestId,
        outcome,
        milliseconds: durationMilliseconds,
        ...sumOfUnits(calls),
        dollarsPerMillion: priceOfRequest(trace) * 1e6,
        calls: calls.map((call) => formatCall(call).trim()),
      })
    },
    onLog: ({ source, requestId, text }: LogLine): void =>
      logs.add({ ...next(), source, invocationId: requestId, text: text.slice(0, longestLine) }),
    since: (sequence: number): ActivitySince => ({
      last,
      requests: requests.since(sequence),
      invocations: invocations.since(sequence),
      logs: logs.since(sequence),
    }),
  }
}

export type Activity = ReturnType<typeof createActivity>
