import type { Item, Write } from '../../contract/write.ts'
import type { FileStore } from '../../mechanisms/jobs/fileStore.ts'
import { type Claimed, handOverMs, isUnfinished, renewalMs, sliceMs } from '../../mechanisms/jobs/job.ts'
import type { JobRepository } from '../../mechanisms/jobs/jobRepository.ts'
import type { ErasureMarks } from '../../mechanisms/limits/erasureMarks.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { printKey } from '../history/printJob.ts'
import { uploadKeys } from '../uploads/uploadKeys.ts'
import { uploadsFromItem } from '../uploads/uploadsFromItem.ts'
import { type ErasureJob, type ErasureProgress, exportKey } from './dataJob.ts'
import type { ErasureReceipts } from './erasureReceipts.ts'
import type { PersonalDataRepository } from './personalDataRepository.ts'
import { readTables } from './personalTables.ts'

export interface ErasurePorts {
  readonly jobs: Pick<JobRepository<ErasureJob>, 'save' | 'handOver' | 'ownership' | 'completion'>
  readonly data: Pick<PersonalDataRepository, 'list' | 'keys' | 'remove'>
  readonly marks: Pick<ErasureMarks, 'marking' | 'removal'>
  /** Deletes the global news of a recipient, and returns their number. */
  readonly eraseGlobalNews: (recipientId: string) => Promise<number>
  /** Deletes the entries of rates that were made from IP addresses. */
  readonly eraseAddresses: (recipientId: string) => Promise<void>
  readonly files: Pick<FileStore, 'remove'>
  readonly uploads: Pick<FileStore, 'remove'>
  readonly receipts: Pick<ErasureReceipts, 'creation'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly remaining: () => number
  readonly clock?: Clock
}

/** Rounds after which an erasure ends, whatever a recipient who goes on using the service adds meanwhile. */
const mostRounds = 5

const begun: ErasureProgress = { rows: 0, found: 0, rounds: 0, table: 0 }

/** Whether an item is an unfinished erasure: its own, or one accepted after this one seemed to be abandoned. */
const isErasure = (item: Item, now: Date): boolean =>
  item['kind'] === 'erasure' && isUnfinished(item as unknown as ErasureJob, now)

/** Deletes one page of items, their files first, and returns the new progress. */
const erasePage = async (
  { data, files, uploads, eraseGlobalNews, clock = systemClock }: ErasurePorts,
  { recipientId }: ErasureJob,
  progress: ErasureProgress,
): Promise<ErasureProgress> => {
  const table = readTables[progress.table]
  if (table === undefined) return { ...progress, table: 0, found: 0, rounds: progress.rounds + 1 }
  const read = table === 'dataJobs' || table === 'uploads' ? data.list : data.keys
  const { items, lastKey } = await read(recipientId, table, progress.lastKey)
  const keys = table === 'dataJobs' ? items.filter((item) => !isErasure(item, new Date(clock()))) : items
  const published = table === 'news' && lastKey === undefined ? await eraseGlobalNews(recipientId) : 0
  for (const { printId } of table === 'prints' ? keys : [])
    await files.remove(printKey({ recipientId, printId: String(printId) }))
  for (const { jobId: id } of table === 'dataJobs' ? keys : [])
    await files.remove(exportKey({ recipientId, jobId: String(id) }))
  for (const item of table === 'uploads' ? keys : [])
    for (const { id } of uploadsFromItem(item)) for (const key of uploadKeys(recipientId, id)) await uploads.remove(key)
  await data.remove(recipientId, table, keys)
  return {
    ...progress,
    rows: progress.rows + keys.length + published,
    found: progress.found + keys.length + published,
    table: lastKey === undefined ? progress.table + 1 : progress.table,
    lastKey,
  }
}

/**
 * Deletes everything of a recipient, table after table, and again until a round finds nothing, because requests under
 * way may have written behind it. Capped collections do not grow meanwhile, because their use is marked. Resolves when
 * the job has become a receipt, or is back in the queue because its slice is over.
 */
export const eraseItems = async (ports: ErasurePorts, job: Claimed<ErasureJob>): Promise<void> => {
  const { jobs, marks, receipts, eraseAddresses, apply, remaining, clock = systemClock } = ports
  const { recipientId, jobId } = job
  if (job.progress === undefined) await apply([jobs.ownership(recipientId, job), ...marks.marking(recipientId, jobId)])
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
  await eraseAddresses(recipientId)
  await apply([
    jobs.completion(recipientId, job),
    receipts.creation(recipientId, job, progress.rows),
    ...marks.removal(recipientId),
  ])
}
