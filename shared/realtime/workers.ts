import { worker } from '../workers/contract.ts'

/** How new items are pushed. An overlay that misses one finds out by itself, so a late push is worth nothing. */
const source = {
  events: ['INSERT'],
  batchSize: 25,
  maximumRetryAttempts: 5,
  maximumRecordAgeSeconds: 300,
  // Overlays put in order what overtakes each other, and one that is slow holds up a tenth of the others at most.
  parallelizationFactor: 10,
} as const

/** Sends new alerts to the overlays that listen. */
export const pushAlerts = worker({
  id: 'pushAlerts',
  summary: 'Sends new alerts to the overlays that listen',
  source: { stream: 'alerts', ...source },
  access: { overlays: ['Query', 'UpdateItem'], 'socket:connections': ['PostToConnection'] },
  timeout: 30,
  memory: 512,
})

/** Sends everything else that is delivered: repeats, tests, actions and media. */
export const pushDeliveries = worker({
  id: 'pushDeliveries',
  summary: 'Sends new deliveries (repeats, tests, actions, media) to the overlays that listen',
  source: { stream: 'deliveries', ...source },
  access: {
    overlays: ['Query', 'UpdateItem'],
    alerts: ['BatchGetItem'],
    'socket:connections': ['PostToConnection'],
  },
  timeout: 30,
  memory: 512,
})
