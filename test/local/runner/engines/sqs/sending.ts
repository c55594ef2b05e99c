import { createHash } from 'node:crypto'
import { ServiceError } from '../jsonProtocol.ts'
import { bytesOfAttributes, md5OfAttributes, messageAttributesFrom } from '../messageAttributes.ts'
import { oneOrBatch } from './batch.ts'

/** A mebibyte, as of August 2025. */
export const longestMessage = 1_048_576
const longestDelaySeconds = 900

/** What a message may not hold: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

const check = (body: string, attributesBytes: number, delaySeconds: number | undefined): void => {
  if (body === '') throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.')
  if (Buffer.byteLength(body) + attributesBytes > longestMessage)
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

export const sendMessage = oneOrBatch({
  action: 'SendMessage',
  members: ['MessageBody', 'DelaySeconds', 'MessageAttributes'],
  run(queue, entry) {
    const [body, delaySeconds] = [entry.text('MessageBody') ?? '', entry.integer('DelaySeconds')]
    const attributes = messageAttributesFrom(entry.value('MessageAttributes'))
    check(body, bytesOfAttributes(attributes), delaySeconds)
    const given = { body, senderId: entry.accessKeyId, delaySeconds, ...(attributes && { attributes }) }
    return {
      MessageId: queue.send(given).messageId,
      MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
      ...(attributes && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    }
  },
})
