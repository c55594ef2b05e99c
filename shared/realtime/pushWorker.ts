import { worker } from '../workers/contract.ts'

/** Sends new deliveries to the overlays that listen. An overlay that misses one finds out by itself, so a late push is worth nothing. */
export const pushDeliveries = worker({
  id: 'pushDeliveries',
  summary: 'Sends new deliveries to the overlays that listen',
  source: {
    stream: 'deliveries',
    events: ['INSERT'],
    batchSize: 25,
    maximumRetryAttempts: 5,
    maximumRecordAgeSeconds: 300,
  },
  access: {
    overlays: ['Query', 'UpdateItem'],
    deliveries: ['Query'],
    alerts: ['BatchGetItem'],
    'socket:connections': ['PostToConnection'],
  },
  timeout: 30,
  memory: 512,
})
