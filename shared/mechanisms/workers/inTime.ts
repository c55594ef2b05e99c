import { remainingMs } from '../../runtime/invocation.ts'
import { withinTime } from '../outbound/withinTime.ts'

/** The part of the remaining time that a step may take: the rest is for the outcome of the others of its batch. */
const partOfStep = 0.95

/**
 * Ends a step of a worker before its invocation ends, whatever its ports do: it fails, and Lambda delivers it again,
 * while the outcomes of others are kept.
 */
export const inTime = <Result>(step: () => Promise<Result>, part = partOfStep): Promise<Result> =>
  withinTime(remainingMs() * part, step())
