import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { sqsClient } from '../../shared/aws/sqsClient.ts'
import type { EndpointMessage } from '../../shared/endpoints/endpointMessage.ts'
import { endpointRepository } from '../../shared/endpoints/endpointRepository.ts'
import { type EndpointStep, endpointStep } from '../../shared/endpoints/endpointStep.ts'
import { messageRepository } from '../../shared/endpoints/messageRepository.ts'
import { sendWebhook } from '../../shared/endpoints/workers.ts'
import { keyArn, providerUrl, queueUrl, tableName } from '../../shared/env.ts'
import { endpointHttp } from '../../shared/providers/endpointHttp.ts'
import { keepingOpen, kmsCipher } from '../../shared/secrets/cipher.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'
import { wakeUpQueue } from '../../shared/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'
import { togetherEach } from '../../shared/workers/togetherEach.ts'

/** The records of a batch are sent at the same time. */
export const handle = (step: EndpointStep): ConsumeBatch =>
  togetherEach(({ newImage }) => step(newImage as unknown as EndpointMessage))

const recipients = tableName('recipients')

export const handler = batchHandler(
  sendWebhook,
  handle(
    endpointStep({
      worker: sendWebhook.id,
      isPatient: false,
      endpoints: endpointRepository(documentClient, tableName('endpoints')),
      messages: messageRepository(documentClient, tableName('endpointMessages')),
      totals: totalsRepository(documentClient, recipients),
      recipients,
      apply: applyOrThrow(documentClient),
      cipher: keepingOpen(kmsCipher(kmsClient, keyArn('secrets'))),
      post: endpointHttp(providerUrl('endpoints', 'trusted')),
      wakeUps: wakeUpQueue(sqsClient, queueUrl('wakeUps')),
    }),
  ),
)
