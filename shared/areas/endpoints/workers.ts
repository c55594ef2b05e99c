import { worker } from '../../contract/worker.ts'

const source = {
  stream: 'endpointMessages',
  events: ['INSERT', 'MODIFY'],
  batchSize: 10,
  maximumRetryAttempts: 3,
  maximumRecordAgeSeconds: 3600,
  parallelizationFactor: 10,
} as const

const settings = {
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
} as const

/** Sends the messages that were just queued to endpoints that answer soon, and hands over the others. */
export const sendWebhook = worker({
  id: 'sendWebhook',
  summary: "Sends signed webhooks to the recipients' endpoints that answer soon",
  source: { ...source, filter: { state: { S: ['queued'] } } },
  ...settings,
})

/** Sends the messages to endpoints that are slow, or not known to be quick, so that quick ones never wait for them. */
export const sendSlowWebhook = worker({
  id: 'sendSlowWebhook',
  summary: "Sends signed webhooks to the recipients' other endpoints, and waits for their answers",
  source: { ...source, filter: { state: { S: ['slow'] } } },
  ...settings,
})
