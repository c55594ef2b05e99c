import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultAsynchronous, type FunctionResource } from '../deployment.ts'
import type { LocalQueues } from '../engines/queues.ts'
import type { InvocationResult, InvokeFunction } from '../lambda/invocation.ts'

export interface AsynchronousOptions {
  readonly functions: readonly FunctionResource[]
  readonly queues: LocalQueues
  readonly invoke: InvokeFunction
  onLog(line: string): void
  now(): number
  readonly stopping: AbortSignal
}

/** The pauses after errors of the function. */
const errorPauses = [60_000, 120_000]
/** An invocation that Lambda could not begin is tried again after pauses that double. */
const firstPause = 1000
const longestPause = 300_000

/** A message of a dead letter holds so many bytes of an error's message. */
const longestMessage = 1024

interface Ended {
  readonly event: unknown
  readonly requestId: string
  readonly condition: 'Success' | 'RetriesExhausted' | 'EventAgeExceeded'
  readonly attempts: number
  readonly result: InvocationResult
}

const isThrottled = ({ kind }: InvocationResult): boolean => kind === 'throttled'

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
const recordOf = ({ event, requestId, condition, attempts, result }: Ended, functionArn: string, at: number) => ({
  version: '1.0',
  timestamp: new Date(at).toISOString(),
  requestContext: { requestId, functionArn: `${functionArn}:$LATEST`, condition, approximateInvokeCount: attempts },
  requestPayload: event,
  ...(!isThrottled(result) && {
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      ...(result.kind !== 'success' && { functionError: 'Unhandled' }),
    },
    responsePayload: payloadOf(result),
  }),
})

const payloadOf = (result: InvocationResult): unknown => {
  if (result.kind === 'success') return result.payload
  if (result.kind !== 'error') return { errorMessage: result.errorMessage }
  const { errorType, errorMessage, trace } = result
  return { errorType, errorMessage, trace }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html#invocation-dlq */
const deadLetterAttributes = ({ requestId, result }: Ended) => ({
  RequestID: { DataType: 'String', StringValue: requestId },
  ErrorCode: { DataType: 'Number', StringValue: isThrottled(result) ? '429' : '200' },
  ...(result.kind !== 'success' && {
    ErrorMessage: { DataType: 'String', StringValue: result.errorMessage.slice(0, longestMessage) },
  }),
})

/**
 * Invokes functions as Lambda does for a caller that does not wait: errors are retried, and what is given up goes to queues.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export const asynchronousInvoker = ({ functions, queues, invoke, onLog, now, stopping }: AsynchronousOptions) => {
  /** Sends what became of an event, and names the queues. */
  const deliver = (target: FunctionResource | undefined, ended: Ended): string => {
    const { deadLetterQueueLogicalId, onFailureQueueLogicalId, onSuccessQueueLogicalId } = target?.asynchronous ?? {}
    const hasFailed = ended.condition !== 'Success'
    const destination = hasFailed ? onFailureQueueLogicalId : onSuccessQueueLogicalId
    const deadLetters = hasFailed ? deadLetterQueueLogicalId : undefined
    if (destination !== undefined) {
      const body = JSON.stringify(recordOf(ended, target?.arn ?? '', now()))
      queues.named(destination).send({ body, senderId: 'lambda' })
    }
    if (deadLetters !== undefined) {
      const attributes = deadLetterAttributes(ended)
      queues.named(deadLetters).send({ body: JSON.stringify(ended.event), senderId: 'lambda', attributes })
    }
    return [destination, deadLetters].flatMap((name) => (name === undefined ? [] : [`, to ${name}`])).join('')
  }

  return async (place: string, functionLogicalId: string, event: unknown): Promise<void> => {
    const target = functions.find(({ logicalId }) => logicalId === functionLogicalId)
    const { maximumRetryAttempts, maximumAgeSeconds } = target?.asynchronous ?? defaultAsynchronous
    const since = now()
    const requestId = randomUUID()
    let retries = 0
    let throttledPause = firstPause
    for (let attempts = 1; ; attempts++) {
      const result = await invoke(functionLogicalId, event, requestId)
      if (stopping.aborted) return
      const end = (condition: Ended['condition']) => deliver(target, { event, requestId, condition, attempts, result })
      if (result.kind === 'success') return void end('Success')
      const errorPause = retries < maximumRetryAttempts ? errorPauses[retries] : undefined
      const pause = isThrottled(result) ? throttledPause : errorPause
      if (pause === undefined) return onLog(`${place}: ${result.kind}, given up${end('RetriesExhausted')}`)
      if (now() + pause - since > maximumAgeSeconds * 1000)
        return onLog(`${place}: ${result.kind}, given up at its age${end('EventAgeExceeded')}`)
      if (isThrottled(result)) throttledPause = Math.min(throttledPause * 2, longestPause)
      else retries++
      onLog(`${place}: ${result.kind}, again in ${pause / 1000} s`)
      await sleep(pause, undefined, { signal: stopping, ref: false })
    }
  }
}
