import { afterEach, expect, test, vi } from 'vitest'
import { dynamoDbClient } from '../../../shared/aws/documentClient.ts'
import { s3Client } from '../../../shared/aws/s3Client.ts'
import { newJob } from '../../../shared/jobs/job.ts'
import { LeaseLost } from '../../../shared/jobs/jobRepository.ts'
import { storedTables } from '../../support/storedTables.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle, handler } = await import('../../../functions/workers/writePrint.ts')

afterEach(() => void vi.restoreAllMocks())

const Key = { recipientId: 'alice', printId: 'p' }
const record = { eventName: 'MODIFY' as const, keys: Key }
const job = newJob('alice', { systems: ['Kick'], events: [], printId: 'p' }, new Date())

test('a print that was deleted while it was written leaves no file', async () => {
  const calls: unknown[][] = []
  const note =
    (name: string, answer?: object) =>
    async (...call: unknown[]) => {
      calls.push([name, ...call.slice(0, 2)])
      if (answer instanceof Error) throw answer
      return answer
    }
  const jobs = { claim: note('claim', { ...job, leaseOwner: 'me' }), find: note('find') }
  const store = { begin: note('begin', new LeaseLost('gone')), remove: note('remove') }

  await handle({ jobs, store, remaining: () => 60_000 } as never)(record as never)

  expect(calls).toEqual([
    ['claim', 'alice', 'p'],
    ['begin', 'prints/alice/p.csv', 'text/csv; charset=utf-8'],
    ['find', 'alice', 'p'],
    ['remove', 'prints/alice/p.csv'],
  ])
})

test('a print reads the history and writes a file into the bucket', async () => {
  const lines: Record<string, unknown>[] = []
  const files: (readonly [string, object])[] = []
  const queries: object[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
  vi.spyOn(s3Client, 'send').mockImplementation(async (command: { readonly input: object }) => {
    files.push([command.constructor.name, command.input])
    return { UploadId: 'u', ETag: 'e' }
  })
  vi.spyOn(dynamoDbClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
    queries.push(input)
    return {}
  })
  const { names, sent } = storedTables({ prints: job })

  await handler(streamEvent(record), { getRemainingTimeInMillis: () => 60_000 })

  expect(lines).toMatchObject([{ level: 'INFO', message: 'record', worker: 'writePrint' }])
  expect(queries).toMatchObject([{ TableName: 'history', ExpressionAttributeValues: { ':system0': { S: 'Kick' } } }])
  expect(names).toEqual(['Get prints', ...Array(4).fill('Update prints')])
  for (const input of sent) expect(input).toMatchObject({ Key })
  expect(files.map(([name]) => name)).toEqual([
    'CreateMultipartUploadCommand',
    'UploadPartCommand',
    'CompleteMultipartUploadCommand',
  ])
  for (const [, input] of files) expect(input).toMatchObject({ Bucket: 'bucket-of-prints', Key: 'prints/alice/p.csv' })
})
