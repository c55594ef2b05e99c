import type { ServedRequest } from 'serve-assembly/gateway/httpApi'
import type { InvocationSummary } from 'serve-assembly/invocationTraces'
import type { LogLine } from 'serve-assembly/lambda/invocation'

interface Entry {
  /** Rises with every entry of any kind. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface RequestEntry extends Entry, ServedRequest {}

export interface InvocationEntry extends Entry, InvocationSummary {}

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
    onInvocation: (invocation: InvocationSummary): void => invocations.add({ ...next(), ...invocation }),
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
