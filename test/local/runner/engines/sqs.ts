import { createHash } from 'node:crypto'
import type { EngineHandler } from '../aws/engineHandler.ts'
import { type JsonOperation, jsonService, ServiceError } from './jsonProtocol.ts'
import type { LocalQueues } from './queues.ts'

/** A mebibyte, as of August 2025. */
const longestMessage = 1_048_576
const longestDelaySeconds = 900

/** What a message may not hold: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

const check = (body: string, delaySeconds: number | undefined): void => {
  if (body === '') throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.')
  if (Buffer.byteLength(body) > longestMessage)
    throw new ServiceError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${longestMessage} bytes.`,
    )
  if (forbidden.test(body))
    throw new ServiceError('com.amazonaws.sqs#InvalidMessageContents', 'Invalid characters found in the message.')
  if (delaySeconds !== undefined && (delaySeconds < 0 || delaySeconds > longestDelaySeconds))
    throw new ServiceError(
      'InvalidParameterValue',
      `Value ${delaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${longestDelaySeconds}.`,
    )
}

/**
 * Imitates SendMessage on the template's standard queues. Messages are received by event source mappings only.
 *
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */
export const createSqs = (queues: LocalQueues): EngineHandler => {
  const sendMessage: JsonOperation = {
    members: ['QueueUrl', 'MessageBody', 'DelaySeconds'],
    run(input) {
      const name = input.requiredText('QueueUrl').split('/').at(-1)
      const queue = queues.all.find(({ resource }) => resource.name === name)
      if (queue === undefined)
        throw new ServiceError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.')
      input.authorize('sqs:SendMessage', queue.resource.arn)
      const [body, delaySeconds] = [input.text('MessageBody') ?? '', input.integer('DelaySeconds')]
      check(body, delaySeconds)
      const { messageId } = queue.send({ body, senderId: input.accessKeyId, delaySeconds })
      return { MessageId: messageId, MD5OfMessageBody: createHash('md5').update(body).digest('hex') }
    },
  }
  return jsonService('AmazonSQS', { SendMessage: sendMessage }, '1.0')
}
