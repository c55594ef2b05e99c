import { newId } from '../ids.ts'
import { type FileStore, ProgressLost } from './fileStore.ts'
import { attemptLimit, type Claimed, type Job } from './job.ts'
import { type JobRepository, LeaseLost } from './jobRepository.ts'
import { type FileForm, type FilePorts, writeFile } from './writeFile.ts'

interface Work<J extends Job<{ readonly rows: number }>> {
  readonly jobs: Pick<JobRepository<J>, 'claim'>
  /** Takes the job a slice further. */
  readonly goOn: (job: Claimed<J>) => Promise<void>
  /** Gives up a job that has come no further for some attempts. */
  readonly giveUp: (job: Claimed<J>) => Promise<void>
  /** Leaves nothing of a job that somebody else has taken, or that was deleted meanwhile. */
  readonly leave: (job: Claimed<J>) => Promise<void>
}

/**
 * Takes a queued job one slice further. A failure makes its record come again, and the lease that it leaves behind spaces the attempts;
 * after some without progress the job has failed.
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

/** The work at a job whose outcome is a file. */
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
    // From the beginning, once, when what an earlier invocation had written is gone.
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
    // What it has uploaded is given up with it.
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
