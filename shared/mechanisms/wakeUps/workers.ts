import { worker } from '../../contract/worker.ts'

/**
 * Brings an item that was postponed for seconds or minutes back to its worker, by a change in the table stream. Goals
 * that are due become a delivery, which is in that stream.
 */
export const wakePostponed = worker({
  id: 'wakePostponed',
  summary:
    'Brings postponed announcements, events, payments, webhooks and goals back to their workers when their time has come',
  source: { queue: 'wakeUps', batchSize: 10, maximumConcurrency: 5 },
  access: {
    announcements: ['UpdateItem'],
    payments: ['UpdateItem'],
    endpointMessages: ['UpdateItem'],
    streamEvents: ['UpdateItem'],
    recipients: ['GetItem', 'UpdateItem'],
    deliveries: ['PutItem'],
  },
  timeoutSeconds: 10,
  memoryMb: 512,
})
