import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newJob } from '../../../shared/jobs/job.ts'
import { LeaseLost } from '../../../shared/jobs/jobRepository.ts'
import type { DataJob } from '../../../shared/personalData/dataJob.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle } = await import('../../../functions/workers/handleDataJobs.ts')

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})
afterEach(() => void vi.restoreAllMocks())

const jobOf = (kind: DataJob['kind'], more: object = {}) => ({
  ...newJob('alice', { jobId: 'job', kind }, new Date()),
  ...more,
})
const recordOf = (kind: string | undefined) => ({
  eventName: 'MODIFY' as const,
  keys: { recipientId: 'alice', jobId: 'job' },
  ...(kind !== undefined && { newImage: { kind } }),
})

test.each([
  ['export', 'exporting'],
  ['erasure', 'erasing'],
  [undefined, 'erasing'],
])('a job of the kind %s is claimed by its recipient and id as one for %s', async (kind, name) => {
  const claims: unknown[][] = []
  const portsOf = (each: string) => ({
    jobs: { claim: async (...call: unknown[]) => void claims.push([each, ...call.slice(0, 2)]) },
  })

  await handle({ exporting: portsOf('exporting'), erasing: portsOf('erasing') } as never)(recordOf(kind) as never)

  expect(claims).toEqual([[name, 'alice', 'job']])
})

test('an erasure that has come no further for some attempts fails, and one that another invocation has taken is left', async () => {
  const calls: unknown[][] = []
  const erasing = (attempts: number) => ({
    jobs: {
      claim: async () => ({ ...jobOf('erasure'), attempts, leaseOwner: 'me' }),
      fail: async (recipientId: string, { attempts: count }: { attempts: number }) =>
        void calls.push(['fail', recipientId, count]),
      ownership: () => undefined,
    },
    marks: { lifting: () => ['lifting'], marking: () => [] },
    attempt: async (write: unknown) => void calls.push([write]),
    apply: async () => {
      calls.push(['marking'])
      throw new LeaseLost('taken')
    },
    remaining: () => 0,
  })
  const take = (attempts: number) => handle({ erasing: erasing(attempts) } as never)(recordOf('erasure') as never)

  await take(6)
  await take(5)

  expect(calls).toEqual([['lifting'], ['fail', 'alice', 6], ['marking']])
})

test('an export that is gone while it is written leaves no file', async () => {
  const [found, removed]: [unknown[][], string[]] = [[], []]
  const jobs = {
    claim: async () => ({ ...jobOf('export'), leaseOwner: 'me' }),
    find: async (...call: unknown[]) => void found.push(call),
  }
  const store = {
    begin: () => Promise.reject(new LeaseLost('gone')),
    remove: async (key: string) => void removed.push(key),
  }

  await handle({ exporting: { jobs, store, remaining: () => 60_000 } } as never)(recordOf('export') as never)

  expect([found, removed]).toEqual([[['alice', 'job']], ['prints/alice/job.jsonl']])
})
