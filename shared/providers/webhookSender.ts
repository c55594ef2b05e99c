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
import { providerUrl, tableName } from '../runtime/env.ts'
import { endpointHttp } from './endpointHttp.ts'

interface Clients {
  readonly documents: DynamoDBDocumentClient
  readonly kms: KMSClient
  readonly sqs: SQSClient
}

/** The step of a worker that sends webhooks, whose `access` and `providers` allow it. */
export const webhookSender = (worker: string, isPatient: boolean, { documents, kms, sqs }: Clients): EndpointStep =>
  endpointStep({
    worker,
    isPatient,
    endpoints: endpointRepository(documents),
    messages: messageRepository(documents),
    totals: totalsRepository(documents),
    recipients: tableName('recipients'),
    apply: applyOrThrow(documents),
    cipher: keepingOpen(kmsCipher(kms)),
    post: endpointHttp(providerUrl('endpoints', 'trusted')),
    wakeUps: wakeUpQueue(sqs),
  })
