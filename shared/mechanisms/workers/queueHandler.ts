import type { Worker } from '../../contract/worker.ts'
import { type LambdaContext, withinInvocation } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { member, textMember } from '../../runtime/readMember.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { inTime } from './inTime.ts'

/** A worker's logic: a plain function of a message's JSON. After an error, SQS delivers the message again. */
export type ConsumeMessage = (body: unknown) => Promise<void>

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting */
interface BatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

interface Message {
  readonly id: string
  readonly body: string
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
const messagesFromEvent = (event: unknown): readonly Message[] => {
  const records = member(event, 'Records')
  if (!Array.isArray(records)) throw new Error('not an event of a queue')
  return records.map((record: unknown) => {
    const [id, body] = [textMember(record, 'messageId'), textMember(record, 'body')]
    if (id === undefined || body === undefined) throw new Error('not a message of a queue')
    return { id, body }
  })
}

/**
 * The Lambda handler of a worker behind a queue. It processes a batch's messages at the same time: deadline, partial
 * failures, one log line.
 */
export const queueHandler =
  ({ id, timeoutSeconds }: Pick<Worker, 'id' | 'timeoutSeconds'>, consume: ConsumeMessage, clock = systemClock) =>
  async (event: unknown, context?: LambdaContext | null): Promise<BatchResponse> => {
    const startedAt = clock()
    const messages = messagesFromEvent(event)
    const consumeAll = () =>
      Promise.allSettled(messages.map(async ({ body }) => inTime(() => consume(JSON.parse(body)))))
    const outcomes = await withinInvocation(context, consumeAll, timeoutSeconds * 1000)
    const failures = messages.flatMap((message, index) => {
      const outcome = outcomes[index]
      return outcome?.status === 'rejected' ? [{ message, error: outcome.reason as unknown }] : []
    })
    const [first] = failures
    log(first === undefined ? 'INFO' : 'ERROR', 'batch', {
      worker: id,
      count: messages.length,
      milliseconds: clock() - startedAt,
      ...(first !== undefined && { error: loggedError(first.error) }),
    })
    return { batchItemFailures: failures.map(({ message }) => ({ itemIdentifier: message.id })) }
  }
