import { type GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import type { PrintJob } from '../../../../shared/areas/history/printJob.ts'
import { type Claimed, newJob } from '../../../../shared/mechanisms/jobs/job.ts'
import { jobRepository, LeaseLost, unfinishedIds } from '../../../../shared/mechanisms/jobs/jobRepository.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const start = Date.parse('2026-03-01T18:30:00Z')
const progress = { uploadId: 'u', etags: ['e'], bytes: 5, rows: 7, carried: 3 }

let now: number
let count = 0

const aws = await sharedByTests(startLocalAws())
const jobs = jobRepository<PrintJob>(aws.client, { table: aws.table('prints'), sortKey: 'printId' }, () => now)
beforeEach(() => {
  now = start
})

const apply = (...writes: Parameters<ReturnType<typeof applyOrThrow>>[0]) => applyOrThrow(aws.client)(writes)
const newPrint = () => newJob('alice', { printId: `print-${++count}`, systems: [], events: [] }, new Date(start))
const put = async (more: Partial<PrintJob> = {}): Promise<PrintJob> => {
  const job: PrintJob = { ...newPrint(), ...more }
  await aws.client.send(new PutCommand({ TableName: aws.table('prints'), Item: job }))
  return job
}
const claimed = async (owner = 'me'): Promise<Claimed<PrintJob>> => {
  const { printId } = await put()
  return (await jobs.claim('alice', printId, owner)) ?? expect.fail('the job was not claimed')
}

test('a job has the stored state of each step from its creation to its end', async () => {
  const job = newPrint()
  const stored = () => jobs.find('alice', job.printId)
  const claim = async (owner: string) => (await jobs.claim('alice', job.printId, owner)) as Claimed<PrintJob>
  const leased = (owner: string) => ({ status: 'running', leaseOwner: owner, leaseUntil: now + 15_000, updatedAt: now })
  await apply(jobs.creation('alice', { ...job, recipientId: 'bob' }))
  expect(await stored()).toEqual(job)

  now += 1000
  const first = await claim('one')
  expect(first).toEqual({ ...job, ...leased('one'), attempts: 1, updatedAt: job.updatedAt })
  expect(await stored()).toEqual({ ...job, ...leased('one'), attempts: 1 })

  now += 1000
  await jobs.renew('alice', first)
  expect(await stored()).toEqual({ ...job, ...leased('one'), attempts: 1 })

  now += 1000
  await jobs.handOver('alice', first, progress)
  const saved = { ...job, rows: 7, progress, attempts: 0 }
  expect(await stored()).toEqual({ ...saved, status: 'queued', updatedAt: now })

  now += 1000
  const second = await claim('two')
  expect(await stored()).toEqual({ ...saved, ...leased('two'), attempts: 1 })

  now += 1000
  await jobs.restart('alice', second)
  const { progress: _, ...begun } = saved
  expect(await stored()).toEqual({ ...begun, ...leased('two'), attempts: 1, rows: 0 })

  now += 1000
  await jobs.save('alice', second, progress)
  expect(await stored()).toEqual({ ...saved, ...leased('two') })

  now += 1000
  await jobs.finish('alice', second, { ...progress, sealed: 'hash' })
  const { leaseUntil: __, ...ended } = leased('two')
  const written = { ...begun, ...ended, attempts: 0, rows: 7, bytes: 5, sha256: 'hash', status: 'ready' }
  expect(await stored()).toEqual({ ...written, updatedAt: now })
})

test('a failed job keeps its owner, and loses its progress and its lease', async () => {
  const job = await claimed()
  await jobs.save('alice', job, progress)

  await jobs.fail('alice', job)
  await jobs.fail('alice', job)

  const { leaseUntil: _, ...rest } = job
  expect(await jobs.find('alice', job.printId)).toEqual({ ...rest, status: 'failed', attempts: 0, rows: 7 })
})

test.each<[string, (job: Claimed<PrintJob>) => Promise<unknown>]>([
  ['renew', (job) => jobs.renew('alice', job)],
  ['save', (job) => jobs.save('alice', job, progress)],
  ['restart', (job) => jobs.restart('alice', job)],
  ['handOver', (job) => jobs.handOver('alice', job, progress)],
  ['finish', (job) => jobs.finish('alice', job, { ...progress, sealed: 'hash' })],
  ['fail', (job) => jobs.fail('alice', job)],
  ['ownership', (job) => apply(jobs.ownership('alice', job), jobs.creation('alice', newPrint()))],
  ['completion', (job) => apply(jobs.completion('alice', job))],
])('%s is refused when the job has another owner, and changes nothing', async (_name, act) => {
  const job = await claimed()
  now += 15_000
  await jobs.claim('alice', job.printId, 'other')
  const before = await jobs.find('alice', job.printId)

  await expect(act(job)).rejects.toBeInstanceOf(LeaseLost)

  expect(await jobs.find('alice', job.printId)).toEqual(before)
})

test('a completion deletes the job of its owner, and a removal refuses a missing job by the word of its caller', async () => {
  const [completed, removed] = [await claimed(), await put()]
  const refusal = () => new Error('no such thing')

  await apply(jobs.ownership('alice', completed), jobs.creation('alice', newPrint()))
  await apply(jobs.completion('alice', completed))
  await apply(jobs.removal('alice', removed.printId, refusal))

  for (const { printId } of [completed, removed]) expect(await jobs.find('alice', printId)).toBeUndefined()
  await expect(apply(jobs.removal('alice', removed.printId, refusal))).rejects.toThrow('no such thing')
})

test.each([{ status: 'ready' as const }, { status: 'failed' as const }])(
  'a job that has ended is not claimed: %j',
  async (end) => {
    const job = await put(end)

    expect(await jobs.claim('alice', job.printId, 'me')).toBeUndefined()
    expect(await jobs.claim('bob', job.printId, 'me')).toBeUndefined()
    expect(await jobs.find('alice', job.printId)).toEqual(job)
  },
)

test('of ten claims at once one gets the job, and the others wait for its lease', async () => {
  const { printId } = await put()
  const owners = Array.from({ length: 10 }, (_, index) => `owner-${index}`)

  const claims = await Promise.allSettled(
    owners.map((owner) => invocation.run({ endsAt: Date.now() + 4000 }, () => jobs.claim('alice', printId, owner))),
  )

  const taken = claims.filter(({ status }) => status === 'fulfilled')
  expect(taken).toHaveLength(1)
  for (const claim of claims)
    if (claim.status === 'rejected') expect(claim.reason.message).toBe('the job is leased by another invocation')
})

test('a job that is deleted between the read of a claim and its write stays deleted', async () => {
  const { printId } = await put()
  let isDeleted = false
  const send = async (command: GetCommand) => {
    const answer = await aws.client.send(command)
    if (!isDeleted) await apply(jobs.removal('alice', printId, () => new Error('gone')))
    isDeleted = true
    return answer
  }
  const table = { table: aws.table('prints'), sortKey: 'printId' }
  const racing = jobRepository<PrintJob>({ send } as unknown as typeof aws.client, table, () => now)

  expect(await racing.claim('alice', printId, 'me')).toBeUndefined()
  expect(await jobs.find('alice', printId)).toBeUndefined()
})

test('an invocation claims its own job again, and the job of an ended lease', async () => {
  const { printId } = await claimed()

  expect(await jobs.claim('alice', printId, 'me')).toMatchObject({ leaseOwner: 'me', attempts: 2 })
  now += 15_000
  expect(await jobs.claim('alice', printId, 'other')).toMatchObject({ leaseOwner: 'other', attempts: 3 })
})

test('the ids of unfinished jobs are those that keep their places, in their order', async () => {
  const [queued, ready, running, old] = [
    await put(),
    await put({ status: 'ready' }),
    await claimed(),
    await put({ updatedAt: 0 }),
  ]
  const ids = [running, old, queued, ready].map(({ printId }) => printId)

  expect(await unfinishedIds(jobs, 'alice', [...ids, 'missing'], () => now)).toEqual([running.printId, queued.printId])
})
