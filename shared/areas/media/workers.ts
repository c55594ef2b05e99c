import { worker } from '../../contract/worker.ts'

/** Apart from the projection of payments: an alert does not wait for a video's title. */
export const readyVideos = worker({
  id: 'readyVideos',
  summary: 'Gives requested videos their title and thumbnail, and delivers them to overlays',
  source: {
    stream: 'videos',
    events: ['INSERT', 'MODIFY'],
    filter: { status: { S: ['prepared'] } },
    // One transaction holds 90 videos with their deliveries and the totals.
    batchSize: 90,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: 24 * 60 * 60,
  },
  access: {
    videos: ['BatchGetItem', 'UpdateItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    deliveries: ['PutItem'],
  },
  providers: ['youtube'],
  timeoutSeconds: 60,
  memoryMb: 512,
})
