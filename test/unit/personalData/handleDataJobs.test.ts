import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { s3Client } from '../../../shared/aws/s3Client.ts'
import { newJob } from '../../../shared/jobs/job.ts'
import { LeaseLost } from '../../../shared/jobs/jobRepository.ts'
import type { DataJob } from '../../../shared/personalData/dataJob.ts'
import { exportedTables, isPartitioned, personalTables } from '../../../shared/personalData/personalTables.ts'
import { storedTables } from '../../support/storedTables.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle, handler } = await import('../../../functions/workers/handleDataJobs.ts')

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
      handOver: async () => {
        calls.push(['handOver'])
        throw new LeaseLost('taken')
      },
    },
    remaining: () => 0,
  })
  const take = (attempts: number) => handle({ erasing: erasing(attempts) } as never)(recordOf('erasure') as never)

  await take(6)
  await take(5)

  expect(calls).toEqual([['fail', 'alice', 6], ['handOver']])
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

const claim = ['Get dataJobs', 'Update dataJobs']
const context = { getRemainingTimeInMillis: () => 60_000 }

test('an export reads the tables whose items recipients see, and writes a file into the bucket', async () => {
  const inputs: (readonly [string, object])[] = []
  vi.spyOn(s3Client, 'send').mockImplementation(async (command: { readonly input: object }) => {
    inputs.push([command.constructor.name, command.input])
    return { UploadId: 'u', ETag: 'e' }
  })
  const { names } = storedTables({ dataJobs: jobOf('export') })

  await handler(streamEvent(recordOf('export')), context)

  expect(lines).toMatchObject([{ level: 'INFO', message: 'record', worker: 'handleDataJobs' }])
  const read = exportedTables.flatMap((table) => [
    `${isPartitioned(table) ? 'Query' : 'Scan'} ${table}`,
    ...(table === 'videos' ? ['Get recipients'] : []),
  ])
  expect(names.filter((name) => name !== 'Update dataJobs')).toEqual(['Get dataJobs', ...read])
  expect(inputs.map(([name]) => name)).toEqual([
    'CreateMultipartUploadCommand',
    'UploadPartCommand',
    'CompleteMultipartUploadCommand',
  ])
  for (const [, input] of inputs)
    expect(input).toMatchObject({ Bucket: 'bucket-of-prints', Key: 'prints/alice/job.jsonl' })
})

test('an erasure reads and deletes in every personal table, its files in the bucket, and leaves a receipt', async () => {
  const inputs: object[] = []
  vi.spyOn(s3Client, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
    inputs.push(input)
    return {}
  })
  const progress = { rows: 2, found: 0, rounds: 4, table: 0 }
  const { names, sent } = storedTables({ dataJobs: jobOf('erasure', { progress }), prints: { printId: 'p' } })

  await handler(streamEvent(recordOf('erasure')), context)

  const read = personalTables.flatMap((table) => [
    `${isPartitioned(table) ? 'Query' : 'Scan'} ${table}`,
    ...(table === 'prints' ? ['BatchWrite prints', 'Update dataJobs'] : []),
  ])
  expect(names).toEqual([...claim, ...read, 'Delete dataJobs', 'Put erasureReceipts'])
  expect(inputs.at(0)).toMatchObject({ Bucket: 'bucket-of-prints', Key: 'prints/alice/p.csv' })
  expect(sent.at(-1)).toMatchObject({
    TransactItems: [{ Delete: { Key: { recipientId: 'alice', jobId: 'job' } } }, { Put: { Item: { items: 3 } } }],
  })
})
