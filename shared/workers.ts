import { sendSlowWebhook, sendWebhook } from './areas/endpoints/workers.ts'
import { writePrint } from './areas/history/workers.ts'
import { readyVideos } from './areas/media/workers.ts'
import { announceStream, sendAnnouncement, wakeDueAnnouncements } from './areas/messenger/workers.ts'
import { projectPayments, retryPostponed } from './areas/payments/workers.ts'
import { handleDataJobs } from './areas/personalData/workers.ts'
import { keepSubscriptions, projectAudience, subscribeEvents, watchVkLive } from './areas/platforms/workers.ts'
import { pushAlerts, pushDeliveries } from './areas/realtime/workers.ts'
import { revokeTokens } from './areas/recipients/workers.ts'
import { askSources } from './areas/sources/workers.ts'
import type { Worker } from './contract/worker.ts'
import { wakePostponed } from './mechanisms/wakeUps/workers.ts'

/** The registry of workers: every function that a stream, a schedule or a queue invokes. */
export const workers: readonly Worker[] = [
  writePrint,
  handleDataJobs,
  projectPayments,
  projectAudience,
  readyVideos,
  retryPostponed,
  pushAlerts,
  pushDeliveries,
  announceStream,
  sendAnnouncement,
  wakeDueAnnouncements,
  wakePostponed,
  sendWebhook,
  sendSlowWebhook,
  watchVkLive,
  subscribeEvents,
  keepSubscriptions,
  revokeTokens,
  askSources,
]
