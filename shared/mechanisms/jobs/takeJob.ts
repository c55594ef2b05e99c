import { newId } from '../../runtime/ids.ts'
import { type FileStore, ProgressLost } from './fileStore.ts'
import { attemptLimit, type Claimed, type Job } from './job.ts'
import { type JobRepository, LeaseLost } from './jobRepository.ts'
import { type FileForm, type FilePorts, writeFile } from './writeFile.ts'

interface Work<J extends Job<{ readonly rows: number }>> {
  readonly jobs: Pick<JobRepository<J>, 'claim'>
  /** Takes the job a slice further. */
  readonly goOn: (job: Claimed<J>) => Promise<void>
  /** Fails a job after `attemptLimit` attempts without progress. */
  readonly giveUp: (job: Claimed<J>) => Promise<void>
  /** Removes the file of a job that was deleted meanwhile; the job may also have another owner now. */
  readonly leave: (job: Claimed<J>) => Promise<void>
}

/**
 * Takes a queued job one slice further. After a failure its record comes again, and its lease delays the next attempt;
 * after `attemptLimit` attempts without progress the job fails.
 */
export const takeJob = async <J extends Job<{ readonly rows: number }>>(
  { jobs, goOn, giveUp, leave }: Work<J>,
  recipientId: string,
  id: string,
): Promise<void> => {
  const job = await jobs.claim(recipientId, id, newId())
  if (job === undefined) return
  try {
    if (job.attempts > attemptLimit) await giveUp(job)
    else await goOn(job)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    await leave(job)
  }
}

/** The work at a job that writes a file. */
export const fileWork = <J extends Job, Row>(
  ports: FilePorts<J, Row> & { readonly jobs: JobRepository<J>; readonly store: FileStore },
  form: FileForm<J, Row>,
  idOf: (job: J) => string,
): Work<J> => {
  const { jobs, store } = ports
  const abort = async (job: Claimed<J>): Promise<void> => {
    if (job.progress !== undefined) await store.abort(form.key(job), job.progress.uploadId)
  }
  return {
    jobs,
    // Begins again, once, when the upload of an earlier invocation is gone.
    goOn: async (job) => {
      try {
        await writeFile(ports, form, job)
      } catch (error) {
        if (!(error instanceof ProgressLost)) throw error
        await abort(job)
        await jobs.restart(job.recipientId, job)
        const { progress, ...rest } = job
        await writeFile(ports, form, rest as Claimed<J>)
      }
    },
    // The upload is aborted before the job fails: a repetition finds the job and aborts it again.
    giveUp: async (job) => {
      await abort(job)
      await jobs.fail(job.recipientId, job)
    },
    // Parts that are not joined are removed by the bucket's own rule.
    leave: async (job) => {
      if ((await jobs.find(job.recipientId, idOf(job))) === undefined) await store.remove(form.key(job))
    },
  }
}
