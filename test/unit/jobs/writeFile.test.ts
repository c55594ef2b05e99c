import { expect, test } from 'vitest'
import { type Claimed, type Job, newJob } from '../../../shared/jobs/job.ts'
import { type FileForm, writeFile } from '../../../shared/jobs/writeFile.ts'

const form: FileForm<Job, string> = {
  contentType: 'text/plain',
  head: '',
  key: () => 'file',
  chunks: (rows) => rows,
}

/** Writes a file of one page, whose reading takes so long; the steps that it took. */
const stepsOf = async (pageMs: number): Promise<readonly string[]> => {
  const steps: string[] = []
  let now = Date.parse('2026-03-01T18:30:00Z')
  const step =
    <Result>(name: string, result: Result) =>
    async (): Promise<Result> => {
      steps.push(name)
      return result
    }
  const job = newJob('alice', {}, new Date(now))
  await writeFile(
    {
      jobs: {
        save: step('save', undefined),
        renew: step('renew', undefined),
        handOver: step('hand over', undefined),
        finish: step('finish', undefined),
      },
      rows: {
        page: async () => {
          now += pageMs
          steps.push('page')
          return { rows: ['row'], lastKey: undefined }
        },
      },
      store: {
        begin: step('begin', 'upload'),
        upload: step('upload', 'etag'),
        complete: step('complete', undefined),
        abort: step('abort', undefined),
        carry: step('carry', undefined),
        carried: step('carried', new Uint8Array()),
      },
      remaining: () => 300_000,
      clock: () => now,
    },
    form,
    { ...job, leaseOwner: 'me' } as Claimed<Job>,
  )
  return steps
}

test('a file of a quick page is written under the lease that was taken', async () => {
  expect(await stepsOf(5000)).toEqual(['begin', 'save', 'page', 'upload', 'save', 'complete', 'finish'])
})

test('a lease is renewed after a slow page, because sending its part would come too late', async () => {
  expect(await stepsOf(5001)).toEqual(['begin', 'save', 'page', 'renew', 'upload', 'save', 'complete', 'finish'])
})
