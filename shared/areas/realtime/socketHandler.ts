import { Problem } from '../../contract/problem.ts'
import { problems } from '../../contract/problems.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { SocketRoute } from './contract.ts'
import { type SocketEvent, socketEventFrom } from './socketEvent.ts'

/** The logic of a route. It may answer by a message. A text that it resolves to is logged as the kind of event. */
export type SocketHandle = (event: SocketEvent) => Promise<unknown>

/** The answer to the WebSocket API: on `$connect`, anything but 200 refuses the connection with that status. */
interface SocketResult {
  readonly statusCode: number
}

/** A route's Lambda handler: deadline, problems as statuses, one log line. Any event has a well-formed answer. */
export const socketHandler = ({ id }: SocketRoute, handle: SocketHandle, clock = systemClock) => {
  const statusOf = async (value: unknown): Promise<number> => {
    const startedAt = clock()
    const finish = (status: number, { error, eventType }: { error?: unknown; eventType?: unknown } = {}): number => {
      log(status >= 500 ? 'ERROR' : 'INFO', 'socket', {
        operation: id,
        status,
        milliseconds: clock() - startedAt,
        ...(typeof eventType === 'string' && { eventType }),
        ...(status >= 500 && { error: loggedError(error) }),
      })
      return status
    }
    try {
      return finish(200, { eventType: await handle(socketEventFrom(value)) })
    } catch (error) {
      return finish(error instanceof Problem ? problems[error.code].status : 500, { error })
    }
  }

  return async (event?: unknown, context?: LambdaContext | null): Promise<SocketResult> => ({
    statusCode: await withinInvocation(context, () => statusOf(event)),
  })
}
