import type { Write } from '../contract/write.ts'
import { printKey } from '../history/print/printJob.ts'
import type { FileStore } from '../jobs/fileStore.ts'
import { type Claimed, handOverMs, renewalMs, sliceMs } from '../jobs/job.ts'
import type { JobRepository } from '../jobs/jobRepository.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { type ErasureJob, type ErasureProgress, exportKey } from './dataJob.ts'
import type { ErasureReceipts } from './erasureReceipts.ts'
import type { PersonalDataRepository } from './personalDataRepository.ts'
import { readTables } from './personalTables.ts'

export interface ErasurePorts {
  readonly jobs: Pick<JobRepository<ErasureJob>, 'save' | 'handOver' | 'completion'>
  readonly data: Pick<PersonalDataRepository, 'keys' | 'remove'>
  readonly files: Pick<FileStore, 'remove'>
  readonly receipts: Pick<ErasureReceipts, 'addition'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly remaining: () => number
  readonly clock?: Clock
}

/** Rounds after which an erasure ends, whatever a recipient who goes on using the service adds meanwhile. */
const mostRounds = 5

const begun: ErasureProgress = { rows: 0, found: 0, rounds: 0, table: 0 }

/** Deletes a page of a table, files before the items that name them; how far that is. */
const erasePage = async (
  { data, files }: ErasurePorts,
  { recipientId, jobId }: ErasureJob,
  progress: ErasureProgress,
): Promise<ErasureProgress> => {
  const table = readTables[progress.table]
  if (table === undefined) return { ...progress, table: 0, found: 0, rounds: progress.rounds + 1 }
  const { items, lastKey } = await data.keys(recipientId, table, progress.lastKey)
  const keys = items.filter((key) => key['jobId'] !== jobId)
  for (const { printId } of table === 'prints' ? keys : [])
    await files.remove(printKey({ recipientId, printId: String(printId) }))
  for (const { jobId: id } of table === 'dataJobs' ? keys : [])
    await files.remove(exportKey({ recipientId, jobId: String(id) }))
  await data.remove(recipientId, table, keys)
  return {
    ...progress,
    rows: progress.rows + keys.length,
    found: progress.found + keys.length,
    table: lastKey === undefined ? progress.table + 1 : progress.table,
    lastKey,
  }
}

/**
 * Deletes everything of a recipient, table after table, and again until a round finds nothing: what was under way meanwhile may have
 * written behind it. Resolves when the job has become a receipt, or is back in the queue because its slice is over.
 */
export const eraseItems = async (ports: ErasurePorts, job: Claimed<ErasureJob>): Promise<void> => {
  const { jobs, receipts, apply, remaining, clock = systemClock } = ports
  const { recipientId } = job
  let progress = job.progress ?? begun
  let savedAt = clock()
  const sliceEndsAt = savedAt + sliceMs
  for (;;) {
    const { table, found, rounds } = progress
    if (table === readTables.length && (found === 0 || rounds + 1 === mostRounds)) break
    if (clock() >= sliceEndsAt || remaining() < handOverMs) {
      await jobs.handOver(recipientId, job, progress)
      return
    }
    const before = progress.rows
    progress = await erasePage(ports, job, progress)
    if (progress.rows === before && clock() - savedAt < renewalMs) continue
    await jobs.save(recipientId, job, progress)
    savedAt = clock()
  }
  await apply([jobs.completion(recipientId, job), receipts.addition(recipientId, job, progress.rows)])
}
