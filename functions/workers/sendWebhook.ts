import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { sqsClient } from '../../shared/aws/sqsClient.ts'
import type { EndpointMessage } from '../../shared/endpoints/endpointMessage.ts'
import type { EndpointStep } from '../../shared/endpoints/endpointStep.ts'
import { sendWebhook } from '../../shared/endpoints/workers.ts'
import { webhookSender } from '../../shared/providers/webhookSender.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'
import { togetherEach } from '../../shared/workers/togetherEach.ts'

/** The records of a batch are sent at the same time. */
export const handle = (step: EndpointStep): ConsumeBatch =>
  togetherEach(({ newImage }) => step(newImage as unknown as EndpointMessage))

export const handler = batchHandler(
  sendWebhook,
  handle(webhookSender(sendWebhook.id, false, { documents: documentClient, kms: kmsClient, sqs: sqsClient })),
)
