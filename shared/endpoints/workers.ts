import { worker } from '../contract/worker.ts'

/** Sends the messages that were just queued to their endpoints, unless they have to wait. */
export const sendWebhook = worker({
  id: 'sendWebhook',
  summary: "Sends signed webhooks to the recipients' endpoints",
  source: {
    stream: 'endpointMessages',
    events: ['INSERT', 'MODIFY'],
    filter: { state: { S: ['queued'] } },
    batchSize: 10,
    maximumRetryAttempts: 3,
    maximumRecordAgeSeconds: 3600,
    parallelizationFactor: 10,
  },
  access: {
    endpointMessages: ['PutItem'],
    endpoints: ['GetItem', 'UpdateItem'],
    recipients: ['GetItem', 'UpdateItem'],
    'key:secrets.endpoints': ['Decrypt'],
    'queue:wakeUps': ['SendMessage'],
  },
  providers: ['endpoints'],
  timeoutSeconds: 30,
  memoryMb: 512,
})
