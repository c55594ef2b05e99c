import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { type Job, newJob } from '../../../../shared/mechanisms/jobs/job.ts'
import { jobRepository } from '../../../../shared/mechanisms/jobs/jobRepository.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

/** Claims a job whose lease ends in 1500 ms, with this time left to the invocation; the calls of the store and pauses. */
const claimWith = async (leftMs: number) => {
  const slept = recordSleeps()
  const now = Date.parse('2026-03-01T18:30:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now })
  const calls: string[] = []
  const job = { ...newJob('alice', {}, new Date()), leaseOwner: 'other' }
  const send = async (command: object) => {
    calls.push(command.constructor.name.replace('Command', ''))
    return { Item: { ...job, leaseUntil: calls.length > 1 ? now : now + 1500 } }
  }
  const client = { send } as unknown as DynamoDBDocumentClient
  const jobs = jobRepository<Job>(client, { table: 'jobs', sortKey: 'id' }, () => now)
  // 250 ms of an invocation stay free for its answer.
  await invocation.run({ endsAt: now + 250 + leftMs }, () => jobs.claim('alice', 'job', 'me'))
  return { calls, slept }
}

test('the end of a lease is awaited while five seconds are left after it, and the job is read again each second', async () => {
  expect(await claimWith(6500)).toEqual({ calls: ['Get', 'Get', 'Update'], slept: [1000] })
  await expect(claimWith(6499)).rejects.toThrow('the job is leased by another invocation')
})
