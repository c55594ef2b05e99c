import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { StackResource } from './stackResources.ts'

type Client = Pick<SQSClient, 'send'>

/** A message of the dead-letter queue in the words of an operator. */
export interface DeadLetter {
  /** What was given up, and by whom. */
  readonly text: string
  readonly handle: string
}

interface StreamFailure {
  readonly requestContext: { readonly functionArn: string; readonly condition?: string }
  readonly DDBStreamBatchInfo: {
    readonly streamArn: string
    readonly shardId: string
    readonly batchSize: number
    readonly startSequenceNumber: string
    readonly endSequenceNumber: string
    readonly approximateArrivalOfFirstRecord: string
    readonly approximateArrivalOfLastRecord: string
  }
}

interface WakeUp {
  readonly table: string
  readonly recipientId: string
  readonly id: string
}

interface ScheduledEvent {
  readonly resources: readonly string[]
  readonly time: string
}

/** The name of a function (`…:function:<name>:…`) or of a table (`…:table/<name>/stream/…`) in an ARN. */
const lastPart = (arn: string, before: string): string => arn.split(before)[1]?.split(/[:/]/)[0] ?? arn

const textOf = ({ Body = '', MessageAttributes = {} }: Message): string => {
  const body = JSON.parse(Body) as Partial<StreamFailure & WakeUp & ScheduledEvent>
  const { DDBStreamBatchInfo: batch, requestContext, table, recipientId, id, resources, time } = body
  if (batch !== undefined)
    return [
      `${lastPart(requestContext?.functionArn ?? '', ':function:')} gave up ${batch.batchSize} records`,
      `of ${lastPart(batch.streamArn, ':table/')}`,
      `from ${batch.approximateArrivalOfFirstRecord} to ${batch.approximateArrivalOfLastRecord}`,
      `(${requestContext?.condition ?? 'unknown'}; ${batch.shardId}, ${batch.startSequenceNumber} to ${batch.endSequenceNumber})`,
    ].join(' ')
  if (table !== undefined) return `a lost wake-up of ${table} ${recipientId} ${id}: the schedule has replaced it`
  const reason = MessageAttributes['ErrorMessage']?.StringValue ?? 'no reason'
  const rule = resources?.[0]?.split('/').at(-1) ?? 'something'
  return `a run of ${rule} at ${time ?? 'an unknown time'}: ${reason}`
}

/** A message that nobody understands is shown as it is. */
const letterOf = (message: Message): DeadLetter => {
  const handle = message.ReceiptHandle ?? ''
  try {
    return { text: textOf(message), handle }
  } catch {
    return { text: message.Body ?? 'an empty message', handle }
  }
}

/** @throws Error when the stack has no such queue */
export const deadLetterQueue = (resources: readonly StackResource[]): string => {
  const found = resources.find(({ type, logicalId }) => type === 'AWS::SQS::Queue' && /^DeadLetters/.test(logicalId))
  if (found === undefined) throw new Error('The stack has no dead-letter queue: is it a stack of this service?')
  return found.physicalId
}

/** A message that was read is not received again within this time, in which all of them are read. */
const hiddenSeconds = 120

/**
 * Reads the messages of the queue, and gives them back or deletes exactly those that were read: one that comes
 * meanwhile stays. SQS promises no order, and may leave a message out of an answer, so a queue with very many of them
 * may need another call.
 */
export const readDeadLetters = async (
  client: Client,
  QueueUrl: string,
  isDeleting: boolean,
): Promise<readonly DeadLetter[]> => {
  const letters: DeadLetter[] = []
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: hiddenSeconds,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    )
    if (Messages.length === 0) break
    letters.push(...Messages.map(letterOf))
  }
  for (const { handle: ReceiptHandle } of letters)
    if (isDeleting) await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    else await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
  return letters
}
