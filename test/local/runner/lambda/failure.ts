import type { InvocationPhase, InvocationResult } from './invocation.ts'
import type { ErrorReport } from './runtimeApi.ts'

/** Why a function did not answer, in Lambda's own words. */
export type Failure = Extract<InvocationResult, { kind: 'error' | 'timeout' }>

export const errorResult = (requestId: string, phase: InvocationPhase, report: ErrorReport): Failure => {
  const { errorType, errorMessage, trace } = report
  return { kind: 'error', requestId, phase, errorType, errorMessage, trace }
}

/** Lambda's own words for a process that ended before it answered. */
export const exitReport = (
  reason: string | undefined,
  status: number | null,
  signal: NodeJS.Signals | null,
): ErrorReport => {
  const cause = signal === null ? `exit status ${status}` : `signal: ${signal === 'SIGKILL' ? 'killed' : signal}`
  const errorMessage =
    status === 0 ? 'Runtime exited without providing a reason' : `Runtime exited with error: ${cause}`
  return { errorType: reason ?? 'Runtime.ExitError', errorMessage, trace: [] }
}

export const timeoutMessage = (seconds: number): string => `Task timed out after ${seconds.toFixed(2)} seconds`
