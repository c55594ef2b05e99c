import { documentClient } from '../../shared/aws/documentClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import type { Write } from '../../shared/contract/write.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { remainingMs } from '../../shared/invocation.ts'
import { type FileStore, fileStore } from '../../shared/jobs/fileStore.ts'
import { type JobRepository, jobRepository } from '../../shared/jobs/jobRepository.ts'
import { fileWork, takeJob } from '../../shared/jobs/takeJob.ts'
import type { FilePorts } from '../../shared/jobs/writeFile.ts'
import { type ErasureMarks, erasureMarks } from '../../shared/limits/erasureMarks.ts'
import { listenedEpochOf } from '../../shared/media/videoRepository.ts'
import { type ErasureJob, type ExportJob, jobTable } from '../../shared/personalData/dataJob.ts'
import { type ErasurePorts, eraseItems } from '../../shared/personalData/eraseItems.ts'
import { erasureReceipts } from '../../shared/personalData/erasureReceipts.ts'
import { type ExportedRow, exportFile, exportRows } from '../../shared/personalData/exportFile.ts'
import { globalNewsErasure } from '../../shared/personalData/globalNewsErasure.ts'
import { personalDataRepository } from '../../shared/personalData/personalDataRepository.ts'
import { handleDataJobs } from '../../shared/personalData/workers.ts'
import { applyOrThrow, applyWrites } from '../../shared/store/commit.ts'
import { type Consume, streamHandler } from '../../shared/workers/streamHandler.ts'

interface Ports {
  readonly exporting: FilePorts<ExportJob, ExportedRow> & {
    readonly jobs: JobRepository<ExportJob>
    readonly store: FileStore
  }
  readonly erasing: ErasurePorts & {
    readonly jobs: JobRepository<ErasureJob>
    readonly marks: ErasureMarks
    /** Applies a write, unless it is refused. */
    readonly attempt: (write: Write) => Promise<unknown>
  }
}

/** Takes a queued export or erasure one slice further. */
export const handle =
  ({ exporting, erasing }: Ports): Consume =>
  ({ keys, newImage }) => {
    const [recipientId, jobId] = [String(keys['recipientId']), String(keys['jobId'])]
    if (newImage?.['kind'] === 'export')
      return takeJob(
        fileWork(exporting, exportFile, (job) => job.jobId),
        recipientId,
        jobId,
      )
    const { jobs, marks, attempt } = erasing
    const work = {
      jobs,
      goOn: (job: Parameters<typeof jobs.fail>[1]) => eraseItems(erasing, job),
      giveUp: async (job: Parameters<typeof jobs.fail>[1]) => {
        for (const write of marks.lifting(recipientId, jobId)) await attempt(write)
        await jobs.fail(recipientId, job)
      },
      leave: async () => {},
    }
    return takeJob(work, recipientId, jobId)
  }

const data = personalDataRepository(documentClient, tableName)
const files = fileStore(s3Client, bucketName('prints'))

export const handler = streamHandler(
  handleDataJobs,
  handle({
    exporting: {
      jobs: jobRepository(documentClient, jobTable(tableName('dataJobs'))),
      rows: exportRows(data, listenedEpochOf(documentClient, tableName('recipients'))),
      store: files,
      remaining: remainingMs,
    },
    erasing: {
      jobs: jobRepository(documentClient, jobTable(tableName('dataJobs'))),
      data,
      files,
      marks: erasureMarks(tableName('quotas')),
      eraseGlobalNews: globalNewsErasure(documentClient, tableName('news'), tableName('quotas')),
      receipts: erasureReceipts(documentClient, tableName('erasureReceipts')),
      attempt: (write) => applyWrites(documentClient, [write]),
      apply: applyOrThrow(documentClient),
      remaining: remainingMs,
    },
  }),
)
