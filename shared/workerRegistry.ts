import type { Worker } from './contract/worker.ts'
import { sendSlowWebhook, sendWebhook } from './endpoints/workers.ts'
import { writePrint } from './history/workers.ts'
import { readyVideos } from './media/workers.ts'
import { announceStream, sendAnnouncement, wakeDueAnnouncements } from './messenger/workers.ts'
import { projectPayments, retryPostponed } from './payments/workers.ts'
import { handleDataJobs } from './personalData/workers.ts'
import { keepSubscriptions, projectAudience, subscribeEvents, watchVkLive } from './platforms/workers.ts'
import { pushAlerts, pushDeliveries } from './realtime/workers.ts'
import { revokeTokens } from './recipients/workers.ts'
import { askSources } from './sources/workers.ts'
import { wakePostponed } from './wakeUps/workers.ts'

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
