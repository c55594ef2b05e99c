import type { EngineHandler } from '../aws/engineHandler.ts'
import { type JsonOperation, jsonService } from './jsonProtocol.ts'
import type { LocalQueues } from './queues.ts'
import { getQueueAttributes, getQueueUrl } from './sqs/queueFacts.ts'
import { changeVisibility, deleteMessage, receiveMessage } from './sqs/receiving.ts'
import { sendMessage } from './sqs/sending.ts'

type Operations = Readonly<Record<string, (queues: LocalQueues) => JsonOperation>>

const operations: Operations = {
  SendMessage: sendMessage.one,
  SendMessageBatch: sendMessage.batch,
  ReceiveMessage: receiveMessage,
  DeleteMessage: deleteMessage.one,
  DeleteMessageBatch: deleteMessage.batch,
  ChangeMessageVisibility: changeVisibility.one,
  ChangeMessageVisibilityBatch: changeVisibility.batch,
  GetQueueAttributes: getQueueAttributes,
  GetQueueUrl: getQueueUrl,
}

/**
 * Imitates the calls by which messages are sent and received, on the template's standard queues.
 *
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */
export const createSqs = (queues: LocalQueues): EngineHandler =>
  jsonService(
    'AmazonSQS',
    Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, operation(queues)])),
    '1.0',
  )
