import { writePrint } from './history/print/worker.ts'
import { announceStream, sendAnnouncement, sendDueAnnouncements } from './messenger/workers.ts'
import { pushDeliveries } from './realtime/pushWorker.ts'
import type { Worker } from './workers/contract.ts'

/** The registry of workers: every function that a stream or a schedule invokes. */
export const workers: readonly Worker[] = [
  writePrint,
  pushDeliveries,
  announceStream,
  sendAnnouncement,
  sendDueAnnouncements,
]
