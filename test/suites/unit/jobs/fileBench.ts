import type { FileStore } from '../../../../shared/mechanisms/jobs/fileStore.ts'
import { type Claimed, type Job, newJob } from '../../../../shared/mechanisms/jobs/job.ts'
import type { FileForm, FilePorts } from '../../../../shared/mechanisms/jobs/writeFile.ts'

type Jobs = FilePorts<Job, string>['jobs']
type Step = keyof FileStore | keyof Jobs | 'page'

export const now = Date.parse('2026-03-01T18:30:00Z')

export const form: FileForm<Job, string> = {
  contentType: 'text/plain',
  head: 'head;',
  key: () => 'file',
  chunks: (rows) => rows,
}

export const claimed = (more: Partial<Claimed<Job>> = {}): Claimed<Job> => ({
  ...newJob('alice', {}, new Date(now)),
  leaseOwner: 'me',
  ...more,
})

/** Rows in pages, a store and jobs that record what they are asked for, and a clock that goes on by `pageMs` with each page. */
export const fileBench = (pages: readonly (readonly string[])[], pageMs = 0) => {
  const calls: [Step, ...unknown[]][] = []
  const failures: Partial<Record<Step, Error>> = {}
  let time = now
  const record = (step: Step, ...asked: unknown[]): void => {
    calls.push([step, ...asked])
    const failure = failures[step]
    delete failures[step]
    if (failure !== undefined) throw failure
  }
  const carried: string[] = []
  const ports: FilePorts<Job, string> & { readonly store: FileStore } = {
    jobs: {
      save: async (_recipientId, _job, progress) => record('save', progress),
      renew: async () => record('renew'),
      handOver: async (_recipientId, _job, progress) => record('handOver', progress),
      finish: async (_recipientId, _job, progress) => record('finish', progress),
    },
    rows: {
      page: async (_recipientId, _job, after) => {
        record('page', after)
        time += pageMs
        const page = Number(after ?? 0)
        return { rows: pages[page] ?? [], lastKey: page + 1 < pages.length ? String(page + 1) : undefined }
      },
    },
    store: {
      begin: async (key, contentType) => {
        record('begin', key, contentType)
        return 'upload'
      },
      upload: async (key, uploadId, number, content) => {
        record('upload', key, uploadId, number, content.toString())
        return `etag-${number}`
      },
      complete: async (key, uploadId, etags) => record('complete', key, uploadId, etags),
      abort: async (key, uploadId) => record('abort', key, uploadId),
      carry: async (key, content) => {
        record('carry', key, content.toString())
        carried.push(content.toString())
      },
      carried: async (key, length) => {
        record('carried', key, length)
        return Buffer.from(carried.at(-1) ?? '').subarray(0, length)
      },
      remove: async (key) => record('remove', key),
    },
    remaining: () => 300_000,
    clock: () => time,
  }
  return { calls, failures, ports, steps: () => calls.map(([step]) => step) }
}
