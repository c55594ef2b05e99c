import type { EndpointMessage } from '../../shared/areas/endpoints/endpointMessage.ts'
import type { EndpointStep } from '../../shared/areas/endpoints/endpointStep.ts'
import { sendWebhook } from '../../shared/areas/endpoints/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'
import { eachConcurrently } from '../../shared/mechanisms/workers/eachConcurrently.ts'
import { webhookSender } from '../../shared/providers/webhookSender.ts'

/** The records of a batch are sent at the same time. */
export const handle = (step: EndpointStep): ConsumeBatch =>
  eachConcurrently(({ newImage }) => step(newImage as unknown as EndpointMessage))

export const handler = batchHandler(
  sendWebhook,
  handle(webhookSender(sendWebhook.id, false, { documents: documentClient, kms: kmsClient, sqs: sqsClient })),
)
