import { documentClient } from '../../shared/aws/documentClient.ts'
import { dynamoDbClient } from '../../shared/aws/dynamoDbClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { attemptLimit, fileKey } from '../../shared/history/print/job.ts'
import {
  type ClaimedJob,
  type JobRepository,
  jobRepository,
  LeaseLost,
} from '../../shared/history/print/jobRepository.ts'
import { type PrintStore, ProgressLost, printStore } from '../../shared/history/print/printStore.ts'
import { rowRepository } from '../../shared/history/print/rowRepository.ts'
import { type PrintPorts, writeFile } from '../../shared/history/print/writeFile.ts'
import { writePrint } from '../../shared/history/workers.ts'
import { newId } from '../../shared/ids.ts'
import { remainingMilliseconds } from '../../shared/invocation.ts'
import { type Consume, streamHandler } from '../../shared/workers/streamHandler.ts'

type Ports = PrintPorts & { readonly jobs: JobRepository; readonly store: PrintStore }

/** Gives a print up, and removes its upload. */
const fail = async ({ jobs, store }: Ports, job: ClaimedJob): Promise<void> => {
  if (job.progress !== undefined) await store.abort(fileKey(job), job.progress.uploadId)
  await jobs.fail(job.recipientId, job)
}

/** Writes the file. If the parts of an earlier invocation are gone, it starts again, once. */
const write = async (ports: Ports, job: ClaimedJob): Promise<void> => {
  try {
    await writeFile(ports, job)
  } catch (error) {
    if (!(error instanceof ProgressLost)) throw error
    const { progress, ...rest } = job
    if (progress !== undefined) await ports.store.abort(fileKey(job), progress.uploadId)
    await ports.jobs.restart(job.recipientId, job)
    await writeFile(ports, rest)
  }
}

/** Leaves nothing of a print that was deleted while it was written; parts that are not joined are removed by the bucket's own rule. */
const discardDeleted = async ({ jobs, store }: Ports, job: ClaimedJob): Promise<void> => {
  if ((await jobs.find(job.recipientId, job.printId)) === undefined) await store.remove(fileKey(job))
}

/**
 * Writes the next slice of a queued print. After a failure, Lambda delivers the record again, and the lease that it leaves
 * behind spaces the attempts; after some without progress the print has failed.
 */
export const handle =
  (ports: Ports): Consume =>
  async ({ keys }) => {
    const job = await ports.jobs.claim(String(keys['recipientId']), String(keys['printId']), newId())
    if (job === undefined) return
    try {
      if (job.attempts > attemptLimit) await fail(ports, job)
      else await write(ports, job)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      await discardDeleted(ports, job)
    }
  }

export const handler = streamHandler(
  writePrint,
  handle({
    jobs: jobRepository(documentClient, tableName('prints')),
    rows: rowRepository(dynamoDbClient, tableName('history')),
    store: printStore(s3Client, bucketName('prints')),
    remaining: remainingMilliseconds,
  }),
)
