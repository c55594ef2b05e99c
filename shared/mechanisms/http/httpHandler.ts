import middy, { type Request } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Handle, RequestOf } from '../../contract/handle.ts'
import { type Operation, problemsOf } from '../../contract/operation.ts'
import { Problem } from '../../contract/problem.ts'
import { problems } from '../../contract/problems.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { type LogFields, log, loggedError } from '../../runtime/log.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { ActingCaller } from './actingCaller.ts'
import { answerFromProblem, internalProblem, renderer, successAnswer } from './answers.ts'
import { asEvent, type HttpResult } from './event.ts'
import type { Commits, Transaction } from './idempotency.ts'
import { Replay } from './keyedRequest.ts'
import { type Exchange, openExchange, requestReader } from './readRequest.ts'

/** The state that middy's hooks share. `before` replaces the event by the handler's request. */
interface Stages extends Record<string, unknown> {
  exchange: Exchange
}

type Stage = Request<unknown, unknown, Error, Context, Stages>

const noTransaction: Pick<Transaction, 'run' | 'commit'> = {
  run: (handle) => handle(),
  commit: () => Promise.reject(new Error('wired without a store')),
}

/** A failure below 500 may be the repetition of a request that succeeded. Then the recorded answer is sent instead. */
const replayOf = async ({ transaction }: Exchange, error: unknown): Promise<unknown> => {
  if (!(error instanceof Problem) || problems[error.code].status >= 500 || transaction === undefined) return error
  return transaction.recorded().then(
    (recorded) => recorded ?? error,
    (lookupFailure: unknown) => lookupFailure,
  )
}

/**
 * The Lambda handler of an operation, and the only place that knows HTTP, Lambda and middy: claims, limits, JSON,
 * validation, problems, headers, idempotent repetition and the one log line. Any event leads to a well-formed answer.
 *
 * @param commits opens the transaction for writes; every operation that honours an `Idempotency-Key` needs it.
 * @param actFor admits members; without it, a caller acts for itself alone (see `memberHandler`).
 *
 * @example
 * export const handle = (news: Pick<NewsRepository, 'removal'>): Handle<typeof deleteNews> =>
 *   ({ recipientId, params }, commit) => commit(news.removal(recipientId, params.id, false), {})
 * const news = newsRepository(documentClient)
 * export const handler = memberHandler(deleteNews, handle(news), commitTo(documentClient))
 */
export const httpHandler = <O extends Operation>(
  operation: O,
  handle: Handle<O>,
  commits?: Commits,
  clock = systemClock,
  actFor?: ActingCaller,
) => {
  const render = renderer(operation)
  const readRequest = requestReader(operation, render, commits, actFor)
  const declared: ReadonlySet<string> = new Set(problemsOf(operation))

  const logRequest = ({ requestId, startedAt, caller, address }: Exchange, status: number, more?: LogFields) => {
    const milliseconds = clock() - startedAt
    const who = {
      recipientId: caller?.recipientId,
      memberId: caller?.member?.memberId,
      ...(address !== undefined && { ip: address }),
    }
    const fields = { operation: operation.id, ...who, requestId, status, milliseconds }
    log(status >= 500 ? 'ERROR' : 'INFO', 'request', { ...fields, ...more })
  }

  const before = async (stage: Stage): Promise<void> => {
    const event = asEvent(stage.event)
    const exchange = openExchange(event, stage.context.awsRequestId, clock())
    stage.internal.exchange = exchange
    stage.event = { request: await readRequest(event, exchange), transaction: exchange.transaction ?? noTransaction }
  }

  const after = (stage: Stage): void => {
    const { body, headers } = render(stage.response)
    logRequest(stage.internal.exchange, 200)
    stage.response = successAnswer(body, headers)
  }

  const onError = async (stage: Stage): Promise<void> => {
    const { exchange } = stage.internal
    const error = await replayOf(exchange, stage.error)
    if (error instanceof Replay) {
      logRequest(exchange, 200, { replayed: true })
      stage.response = successAnswer(error.body, { ...error.headers, 'idempotent-replayed': 'true' })
      return
    }
    const problem = error instanceof Problem && declared.has(error.code) ? error : internalProblem(error)
    const { status } = problems[problem.code]
    logRequest(exchange, status, {
      code: problem.code,
      ...(status >= 500 && { error: loggedError(problem.cause ?? problem) }),
    })
    stage.response = answerFromProblem(problem, exchange.requestId)
  }

  const answer = (event: unknown): Promise<unknown> => {
    const { request, transaction } = event as {
      request: RequestOf<O>
      transaction: Pick<Transaction, 'run' | 'commit'>
    }
    return transaction.run(() => handle(request, transaction.commit))
  }

  const pipeline = middy<unknown, unknown, Error, Context, Stages>(answer, { timeoutEarlyInMillis: 0 })
    .before(before)
    .after(after)
    .onError(onError)

  return (event?: unknown, context?: LambdaContext | null): Promise<HttpResult> =>
    withinInvocation(context, () => pipeline(event ?? {}, (context ?? {}) as Context) as Promise<HttpResult>)
}
