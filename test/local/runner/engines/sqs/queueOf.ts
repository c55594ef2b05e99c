import { type Input, ServiceError } from '../jsonProtocol.ts'
import type { LocalQueue, LocalQueues } from '../queues.ts'

export const noSuchQueue = () =>
  new ServiceError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.')

/** The queue of a call, on which the caller may do the action. */
export const queueOf = (queues: LocalQueues, input: Input, action: string): LocalQueue => {
  const name = input.requiredText('QueueUrl').split('/').at(-1)
  const queue = queues.all.find(({ resource }) => resource.name === name)
  if (queue === undefined) throw noSuchQueue()
  input.authorize(`sqs:${action}`, queue.resource.arn)
  return queue
}
