import { listenedEpochOf } from '../../shared/areas/media/videoRepository.ts'
import { actorReader } from '../../shared/areas/members/actorReader.ts'
import { type ErasureJob, type ExportJob, jobTable } from '../../shared/areas/personalData/dataJob.ts'
import { type ErasurePorts, eraseItems } from '../../shared/areas/personalData/eraseItems.ts'
import { erasureReceipts } from '../../shared/areas/personalData/erasureReceipts.ts'
import { type ExportedRow, exportFile, exportRows } from '../../shared/areas/personalData/exportFile.ts'
import { globalNewsErasure } from '../../shared/areas/personalData/globalNewsErasure.ts'
import { personalDataRepository } from '../../shared/areas/personalData/personalDataRepository.ts'
import { handleDataJobs } from '../../shared/areas/personalData/workers.ts'
import type { Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { type FileStore, fileStore } from '../../shared/mechanisms/jobs/fileStore.ts'
import { type JobRepository, jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { fileWork, takeJob } from '../../shared/mechanisms/jobs/takeJob.ts'
import type { FilePorts } from '../../shared/mechanisms/jobs/writeFile.ts'
import { addressErasure } from '../../shared/mechanisms/limits/addressRates.ts'
import { type ErasureMarks, erasureMarks } from '../../shared/mechanisms/limits/erasureMarks.ts'
import { applyOrThrow, applyWrites } from '../../shared/mechanisms/store/commit.ts'
import { type Consume, streamHandler } from '../../shared/mechanisms/workers/streamHandler.ts'
import { bucketName, tableName } from '../../shared/runtime/env.ts'
import { remainingMs } from '../../shared/runtime/invocation.ts'

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
const files = fileStore(s3Client)

export const handler = streamHandler(
  handleDataJobs,
  handle({
    exporting: {
      jobs: jobRepository(documentClient, jobTable()),
      rows: exportRows(data, listenedEpochOf(documentClient), actorReader(documentClient)),
      store: files,
      remaining: remainingMs,
    },
    erasing: {
      jobs: jobRepository(documentClient, jobTable()),
      data,
      files,
      uploads: fileStore(s3Client, bucketName('uploads')),
      marks: erasureMarks(),
      eraseGlobalNews: globalNewsErasure(documentClient),
      eraseAddresses: addressErasure(documentClient),
      receipts: erasureReceipts(documentClient),
      attempt: (write) => applyWrites(documentClient, [write]),
      apply: applyOrThrow(documentClient),
      remaining: remainingMs,
    },
  }),
)
