import { SQSClient } from '@aws-sdk/client-sqs'
import { attemptLimits } from './attemptLimits.ts'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The function's only SQS client. It calls the region's endpoint, as the other clients do, and not the host in the
 * queue's URL.
 */
export const sqsClient = new SQSClient({
  retryStrategy,
  requestHandler: attemptLimits(1500),
  useQueueUrlAsEndpoint: false,
})
