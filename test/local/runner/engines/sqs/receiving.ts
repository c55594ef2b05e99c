import { createHash } from 'node:crypto'
import { type Input, type JsonOperation, ServiceError } from '../jsonProtocol.ts'
import { chosenAttributes, md5OfAttributes } from '../messageAttributes.ts'
import type { LocalQueue, LocalQueues, ReceivedMessage } from '../queues.ts'
import { oneOrBatch } from './batch.ts'
import { queueOf } from './queueOf.ts'
import { longestMessage } from './sending.ts'

const longestVisibilitySeconds = 43_200
const longestWaitSeconds = 20
const mostMessages = 10

const within = (input: Input, name: string, least: number, most: number): number | undefined => {
  const value = input.integer(name)
  if (value === undefined || (value >= least && value <= most)) return value
  throw new ServiceError(
    'InvalidParameterValue',
    `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${least} and ${most}, if provided.`,
  )
}

const systemAttributes = (message: ReceivedMessage): Readonly<Record<string, string>> => ({
  ApproximateReceiveCount: String(message.receiveCount),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  SenderId: message.senderId,
  SentTimestamp: String(message.sentAt),
})

interface Names {
  readonly system: readonly string[]
  readonly own: readonly string[]
}

const messageOf = (message: ReceivedMessage, { system, own }: Names) => {
  const attributes = Object.entries(systemAttributes(message)).filter(
    ([name]) => system.includes('All') || system.includes(name),
  )
  const chosen = chosenAttributes(message.attributes, own)
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: createHash('md5').update(message.body).digest('hex'),
    Body: message.body,
    ...(attributes.length > 0 && { Attributes: Object.fromEntries(attributes) }),
    ...(Object.keys(chosen).length > 0 && {
      MessageAttributes: chosen,
      MD5OfMessageAttributes: md5OfAttributes(chosen),
    }),
  }
}

/** Waits until a message is there, at most for so long. */
const waited = async (
  queue: LocalQueue,
  waitSeconds: number,
  receive: () => readonly ReceivedMessage[],
): Promise<readonly ReceivedMessage[]> => {
  const until = performance.now() + waitSeconds * 1000
  let messages = receive()
  while (messages.length === 0 && performance.now() < until) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const forget = queue.onSent(resolve)
    const left = Math.max(1, Math.min(until - performance.now(), queue.nextVisibleIn() ?? Number.POSITIVE_INFINITY))
    const timer = setTimeout(resolve, left).unref()
    await promise
    clearTimeout(timer)
    forget()
    messages = receive()
  }
  return messages
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
export const receiveMessage = (queues: LocalQueues): JsonOperation => ({
  members: [
    'QueueUrl',
    'AttributeNames',
    'MaxNumberOfMessages',
    'MessageAttributeNames',
    'MessageSystemAttributeNames',
    'VisibilityTimeout',
    'WaitTimeSeconds',
  ],
  async run(input) {
    const queue = queueOf(queues, input, 'ReceiveMessage')
    const limit = within(input, 'MaxNumberOfMessages', 1, mostMessages) ?? 1
    const visibility = within(input, 'VisibilityTimeout', 0, longestVisibilitySeconds)
    const waitSeconds =
      within(input, 'WaitTimeSeconds', 0, longestWaitSeconds) ?? queue.resource.receiveWaitSeconds ?? 0
    const messages = await waited(queue, waitSeconds, () => queue.receive(limit, longestMessage, visibility))
    const system = [...input.texts('AttributeNames'), ...input.texts('MessageSystemAttributeNames')]
    const names = { system, own: input.texts('MessageAttributeNames') }
    return messages.length === 0 ? {} : { Messages: messages.map((message) => messageOf(message, names)) }
  },
})

/** A handle is a message's id and the number of its receipt. */
const handleOf = (entry: Input): string => {
  const handle = entry.requiredText('ReceiptHandle')
  if (/^[\da-f-]{36}#\d+$/.test(handle)) return handle
  throw new ServiceError(
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${handle}" is not a valid receipt handle.`,
  )
}

export const deleteMessage = oneOrBatch({
  action: 'DeleteMessage',
  members: ['ReceiptHandle'],
  run(queue, entry) {
    queue.remove(handleOf(entry))
    return {}
  },
})

export const changeVisibility = oneOrBatch({
  action: 'ChangeMessageVisibility',
  members: ['ReceiptHandle', 'VisibilityTimeout'],
  run(queue, entry) {
    const seconds = within(entry, 'VisibilityTimeout', 0, longestVisibilitySeconds)
    if (seconds === undefined)
      throw new ServiceError('MissingParameter', 'The request must contain the parameter VisibilityTimeout.')
    if (queue.hide(handleOf(entry), seconds)) return {}
    throw new ServiceError('com.amazonaws.sqs#MessageNotInflight', 'The message is not in flight.')
  },
})
