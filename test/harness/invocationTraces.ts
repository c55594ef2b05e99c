import type { TracedCall } from './aws/trace.ts'
import type { Deployment } from './deployment.ts'

/** One invocation and every call that it made to the store and to other services. */
export interface InvocationTrace {
  readonly functionId: string
  readonly durationMilliseconds: number
  readonly memoryMegabytes: number
  readonly calls: readonly TracedCall[]
}

export interface InvocationTraces {
  /** Runs an invocation under its own trace and reports it when it is over. */
  follow<Result>(functionName: string, traceId: string, run: () => Promise<Result>): Promise<Result>
  record(call: TracedCall): void
}

/**
 * Finds out which invocation a call belongs to: the SDK sends the trace id that the Runtime API gave the function with every call.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export function invocationTraces(
  deployment: Pick<Deployment, 'functions'>,
  onTrace: (trace: InvocationTrace) => void,
): InvocationTraces {
  const running = new Map<string, TracedCall[]>()
  return {
    async follow(functionName, traceId, run) {
      const resource = deployment.functions.find(
        ({ id, logicalId }) => id === functionName || logicalId === functionName,
      )
      const calls: TracedCall[] = []
      running.set(traceId, calls)
      const startedAt = performance.now()
      try {
        return await run()
      } finally {
        running.delete(traceId)
        onTrace({
          functionId: resource?.id ?? functionName,
          durationMilliseconds: performance.now() - startedAt,
          memoryMegabytes: resource?.memoryMegabytes ?? 0,
          calls,
        })
      }
    },
    record: (call) => void running.get(call.traceId ?? '')?.push(call),
  }
}
