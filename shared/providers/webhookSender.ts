import type { KMSClient } from '@aws-sdk/client-kms'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { endpointRepository } from '../areas/endpoints/endpointRepository.ts'
import { type EndpointStep, endpointStep } from '../areas/endpoints/endpointStep.ts'
import { messageRepository } from '../areas/endpoints/messageRepository.ts'
import { totalsRepository } from '../areas/totals/totalsRepository.ts'
import { keepingOpen, kmsCipher } from '../mechanisms/secrets/cipher.ts'
import { applyOrThrow } from '../mechanisms/store/commit.ts'
import { wakeUpQueue } from '../mechanisms/wakeUps/wakeUpQueue.ts'
import { keyArn, providerUrl, queueUrl, tableName } from '../runtime/env.ts'
import { endpointHttp } from './endpointHttp.ts'

interface Clients {
  readonly documents: DynamoDBDocumentClient
  readonly kms: KMSClient
  readonly sqs: SQSClient
}

/** The step of a worker that sends webhooks, whose `access` and `providers` allow it. */
export const webhookSender = (worker: string, isPatient: boolean, { documents, kms, sqs }: Clients): EndpointStep => {
  const recipients = tableName('recipients')
  return endpointStep({
    worker,
    isPatient,
    endpoints: endpointRepository(documents, tableName('endpoints')),
    messages: messageRepository(documents, tableName('endpointMessages')),
    totals: totalsRepository(documents, recipients),
    recipients,
    apply: applyOrThrow(documents),
    cipher: keepingOpen(kmsCipher(kms, keyArn('secrets'))),
    post: endpointHttp(providerUrl('endpoints', 'trusted')),
    wakeUps: wakeUpQueue(sqs, queueUrl('wakeUps')),
  })
}
