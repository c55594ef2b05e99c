import { worker } from '../../contract/worker.ts'

/** The settings for pushing new items. An overlay notices a missing item itself, so a late push is useless. */
const source = {
  events: ['INSERT'],
  batchSize: 25,
  maximumRetryAttempts: 5,
  maximumRecordAgeSeconds: 300,
  // Overlays restore the order of deliveries themselves, and a slow overlay delays at most a tenth of the others.
  parallelizationFactor: 10,
} as const

/** Sends new alerts to the connected overlays. */
export const pushAlerts = worker({
  id: 'pushAlerts',
  summary: 'Sends new alerts to the connected overlays',
  source: { stream: 'alerts', ...source },
  access: { overlays: ['Query', 'UpdateItem'], 'socket:connections': ['PostToConnection'] },
  timeoutSeconds: 30,
  memoryMb: 512,
})

/** Sends all other deliveries: repeats, changes, tests, actions and media. The queue wakes goals that are due later. */
export const pushDeliveries = worker({
  id: 'pushDeliveries',
  summary: 'Sends new deliveries (repeats, changes, tests, actions, media) to the connected overlays',
  source: { stream: 'deliveries', ...source },
  access: {
    overlays: ['Query', 'UpdateItem'],
    alerts: ['BatchGetItem'],
    'queue:wakeUps': ['SendMessage'],
    'bucket:uploads': ['GetObject'],
    'socket:connections': ['PostToConnection'],
  },
  timeoutSeconds: 30,
  memoryMb: 512,
})
