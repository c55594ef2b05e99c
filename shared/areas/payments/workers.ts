import { worker } from '../../contract/worker.ts'

/**
 * Projects each payment into history, alerts and totals. The table stream is the outbox: a report is stored with the
 * payment, and is due until it is projected.
 */
export const projectPayments = worker({
  id: 'projectPayments',
  summary: 'Makes completed payments appear in history, alerts, media and actions, and takes back refunded ones',
  source: {
    stream: 'payments',
    events: ['INSERT', 'MODIFY'],
    filter: { projection: { S: ['due'] } },
    // Two reads of one recipient's payments: others wait for no more of them.
    batchSize: 48,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: 24 * 60 * 60,
  },
  access: {
    payments: ['BatchGetItem', 'UpdateItem'],
    history: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    alerts: ['PutItem', 'UpdateItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
    actions: ['BatchGetItem'],
    deliveries: ['PutItem'],
    videos: ['UpdateItem'],
    streamEvents: ['PutItem'],
    leaders: ['BatchGetItem', 'PutItem', 'DeleteItem'],
    endpointMessages: ['PutItem'],
    'queue:wakeUps': ['SendMessage'],
  },
  timeoutSeconds: 60,
  memoryMb: 512,
})

/** Retries failed payments, videos and audience events, and sends a notice to overlays that did not take a push. */
export const retryPostponed = worker({
  id: 'retryPostponed',
  summary:
    'Takes up payments, videos and events that failed before, overlays that did not take a push, and sessions that are over, every minute',
  source: { schedule: 'rate(1 minute)' },
  access: {
    'payments.byDue': ['Query'],
    'videos.byDue': ['Query'],
    'streamEvents.byDue': ['Query'],
    'overlays.byDue': ['Query'],
    payments: ['UpdateItem'],
    videos: ['UpdateItem'],
    streamEvents: ['UpdateItem'],
    overlays: ['GetItem', 'UpdateItem', 'DeleteItem'],
    'socket:connections': ['PostToConnection', 'DeleteConnection'],
  },
  timeoutSeconds: 58,
  memoryMb: 512,
})
