import { expect, test, vi } from 'vitest'
import { ProgressLost } from '../../../../shared/mechanisms/jobs/fileStore.ts'
import type { Job } from '../../../../shared/mechanisms/jobs/job.ts'
import { type JobRepository, LeaseLost } from '../../../../shared/mechanisms/jobs/jobRepository.ts'
import { fileWork, takeJob } from '../../../../shared/mechanisms/jobs/takeJob.ts'
import { anId } from '../../../support/expected.ts'
import { claimed, fileBench, form } from './fileBench.ts'

/** What becomes of a claimed job whose slice ends with an error, or well. */
const taking = async (job: ReturnType<typeof claimed> | undefined, error?: Error) => {
  const claim = vi.fn(async () => job)
  const goOn = vi.fn(() => (error === undefined ? Promise.resolve() : Promise.reject(error)))
  const [giveUp, leave] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const taken = takeJob({ jobs: { claim }, goOn, giveUp, leave }, 'alice', 'job')
  const outcome = await taken.catch((reason: unknown) => reason)
  expect(claim.mock.calls).toEqual([['alice', 'job', anId]])
  return { outcome, done: { goOn, giveUp, leave } }
}
const timesOf = ({ done }: Awaited<ReturnType<typeof taking>>) =>
  Object.entries(done).flatMap(([name, { mock }]) => mock.calls.map(() => name))

test('a finished or deleted job is not taken', async () => {
  const left = await taking(undefined)

  expect([left.outcome, timesOf(left)]).toEqual([undefined, []])
})

test('a job is taken further five times, and then it is given up', async () => {
  expect(timesOf(await taking(claimed({ attempts: 5 })))).toEqual(['goOn'])
  expect(timesOf(await taking(claimed({ attempts: 6 })))).toEqual(['giveUp'])
})

test('a job that somebody else has taken is left, and any other failure makes its record come again', async () => {
  const failure = new Error('no')
  const [lost, failed] = [await taking(claimed(), new LeaseLost('no')), await taking(claimed(), failure)]

  expect([lost.outcome, timesOf(lost)]).toEqual([undefined, ['goOn', 'leave']])
  expect([failed.outcome, timesOf(failed)]).toEqual([failure, ['goOn']])
})

const progress = { uploadId: 'earlier', etags: ['e'], bytes: 5, rows: 1, lastKey: '0', carried: 7 }

const work = (stored?: Job) => {
  const bench = fileBench([['row;']])
  const jobs = {
    ...bench.ports.jobs,
    restart: async (recipientId: string) => bench.calls.push(['begin', 'restart', recipientId]),
    fail: async (recipientId: string) => bench.calls.push(['finish', 'fail', recipientId]),
    find: async (recipientId: string, id: string) => {
      bench.calls.push(['page', 'find', recipientId, id])
      return stored
    },
  }
  const ports = { ...bench.ports, jobs: jobs as unknown as JobRepository<Job> }
  return { ...bench, work: fileWork(ports, form, () => 'job') }
}

test('a job whose earlier work is gone gives its upload up and begins again, once', async () => {
  const { work: file, calls, failures, steps } = work()
  failures.carried = new ProgressLost('gone')

  await file.goOn(claimed({ progress }))

  expect(calls.slice(0, 4)).toEqual([
    ['carried', 'file', 7],
    ['abort', 'file', 'earlier'],
    ['begin', 'restart', 'alice'],
    ['begin', 'file', 'text/plain'],
  ])
  expect(steps().slice(4)).toEqual(['save', 'page', 'upload', 'save', 'complete', 'finish'])
  expect(calls).toContainEqual(['upload', 'file', 'upload', 1, 'head;row;'])
})

test('a job that loses what it has just begun has no earlier upload to give up', async () => {
  const { work: file, failures, steps } = work()
  failures.upload = new ProgressLost('gone')

  await file.goOn(claimed())

  expect(steps()).not.toContain('abort')
  expect(steps().slice(-2)).toEqual(['complete', 'finish'])
})

test('any other failure of a slice is raised, and nothing is given up', async () => {
  const failure = new Error('no')
  const { work: file, failures, steps } = work()
  failures.carried = failure

  await expect(file.goOn(claimed({ progress }))).rejects.toBe(failure)
  expect(steps()).toEqual(['carried'])
})

test('the file of a deleted job is removed, that of another invocation is not', async () => {
  const [deleted, taken] = [work(), work(claimed())]

  await deleted.work.leave(claimed())
  await taken.work.leave(claimed())

  expect(deleted.calls).toEqual([
    ['page', 'find', 'alice', 'job'],
    ['remove', 'file'],
  ])
  expect(taken.calls).toEqual([['page', 'find', 'alice', 'job']])
})

test('a job that is given up aborts its upload before it fails, so that a repetition finds it and aborts it again', async () => {
  const { work: file, calls } = work()

  await file.giveUp(claimed({ progress }))

  expect(calls).toEqual([
    ['abort', 'file', 'earlier'],
    ['finish', 'fail', 'alice'],
  ])
})
