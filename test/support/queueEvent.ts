import type { LocalQueue } from '../local/runner/engines/queues.ts'
import { queueRecord } from '../local/runner/events/queueMapping.ts'

/** The event of an invocation of a worker behind a queue, with the recipient's messages in it, whether their time has come or not. */
export const queueEvent = ({ resource, messages }: LocalQueue, recipientId: string) => ({
  Records: [...messages.values()]
    .filter(({ body }) => (JSON.parse(body) as { recipientId: string }).recipientId === recipientId)
    .map((message) => queueRecord({ ...message, receiptHandle: message.messageId }, 'us-east-1', resource.arn)),
})
