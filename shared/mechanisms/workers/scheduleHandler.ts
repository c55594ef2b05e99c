import type { Worker } from '../../contract/worker.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { inTime } from './inTime.ts'

/** The work of one scheduled run. Resolves to the number of items that were processed. */
export type Run = () => Promise<number>

/** The Lambda handler of a scheduled worker: deadline and one log line. After an error, Lambda tries again. */
export const scheduleHandler =
  ({ id, timeoutSeconds }: Pick<Worker, 'id' | 'timeoutSeconds'>, run: Run, clock = systemClock) =>
  async (_event: unknown, context?: LambdaContext | null): Promise<void> => {
    const startedAt = clock()
    const fields = () => ({ worker: id, milliseconds: clock() - startedAt })
    try {
      const count = await withinInvocation(context, () => inTime(run), timeoutSeconds * 1000)
      log('INFO', 'run', { ...fields(), count })
    } catch (error) {
      log('ERROR', 'run', { ...fields(), error: loggedError(error) })
      throw error
    }
  }
