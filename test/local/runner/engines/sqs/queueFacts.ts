import { type JsonOperation, ServiceError } from '../jsonProtocol.ts'
import type { LocalQueue, LocalQueues } from '../queues.ts'
import { noSuchQueue, queueOf } from './queueOf.ts'
import { longestMessage } from './sending.ts'

/** Those that are known here; times and the retention of messages are not. */
const factsOf = ({ resource, messages }: LocalQueue, queues: LocalQueues): Readonly<Record<string, string>> => {
  const at = Date.now()
  const all = [...messages.values()]
  const hidden = all.filter(({ visibleAt }) => visibleAt > at)
  const inFlight = hidden.filter(({ receiveCount }) => receiveCount > 0)
  const { redrive } = resource
  return {
    QueueArn: resource.arn,
    ApproximateNumberOfMessages: String(all.length - hidden.length),
    ApproximateNumberOfMessagesNotVisible: String(inFlight.length),
    ApproximateNumberOfMessagesDelayed: String(hidden.length - inFlight.length),
    DelaySeconds: String(resource.delaySeconds),
    MaximumMessageSize: String(longestMessage),
    ReceiveMessageWaitTimeSeconds: String(resource.receiveWaitSeconds ?? 0),
    VisibilityTimeout: String(resource.visibilityTimeoutSeconds),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: queues.named(redrive.queueLogicalId).resource.arn,
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    }),
  }
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export const getQueueAttributes = (queues: LocalQueues): JsonOperation => ({
  members: ['QueueUrl', 'AttributeNames'],
  run(input) {
    const facts = factsOf(queueOf(queues, input, 'GetQueueAttributes'), queues)
    const names = input.texts('AttributeNames')
    const unknown = names.find((name) => name !== 'All' && name !== 'RedrivePolicy' && facts[name] === undefined)
    if (unknown !== undefined) {
      const message = `the local API does not imitate the attribute ${unknown}`
      throw new ServiceError('InvalidAttributeName', message, 400, unknown)
    }
    const chosen = Object.entries(facts).filter(([name]) => names.includes('All') || names.includes(name))
    return chosen.length === 0 ? {} : { Attributes: Object.fromEntries(chosen) }
  },
})

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueUrl.html */
export const getQueueUrl = (queues: LocalQueues): JsonOperation => ({
  members: ['QueueName', 'QueueOwnerAWSAccountId'],
  run(input) {
    const name = input.requiredText('QueueName')
    const queue = queues.all.find(({ resource }) => resource.name === name)
    if (queue === undefined) throw noSuchQueue()
    input.authorize('sqs:GetQueueUrl', queue.resource.arn)
    const accountId = queue.resource.arn.split(':').at(-2)
    // The SDK sends to this address.
    return { QueueUrl: `${input.origin}/${accountId}/${name}` }
  },
})
