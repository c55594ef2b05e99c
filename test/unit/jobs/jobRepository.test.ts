import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import type { PrintJob } from '../../../shared/history/print/printJob.ts'
import { invocation } from '../../../shared/invocation.ts'
import { newJob } from '../../../shared/jobs/job.ts'
import { jobRepository, LeaseLost } from '../../../shared/jobs/jobRepository.ts'

const now = Date.parse('2026-03-01T18:30:00Z')
const key = { recipientId: 'alice', printId: 'p' }
const job: PrintJob = newJob('alice', { printId: 'p', systems: [], events: [] }, new Date(now))
const mine = { ...job, leaseOwner: 'me' }
const progress = { uploadId: 'u', etags: ['e'], bytes: 5, rows: 7, carried: 0 }
const leaseUntil = now + 15_000

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: Readonly<Record<string, unknown>>
}

/** A table whose item is another at each look; it refuses the first writes, as many as told. */
const tableOf = (items: readonly (PrintJob | undefined)[], refusedWrites = 0) => {
  const calls: [string, Command['input']][] = []
  let looks = 0
  let refusals = refusedWrites
  const send = async (command: Command) => {
    const action = command.constructor.name.replace('Command', '')
    calls.push([action, command.input])
    if (action === 'Get') return { Item: items[Math.min(looks++, items.length - 1)] }
    if (action === 'Query') return { Items: items }
    if (refusals-- > 0) throw new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
    return {}
  }
  const client = { send } as unknown as DynamoDBDocumentClient
  const jobs = jobRepository<PrintJob>(client, { table: 'prints', sortKey: 'printId' }, () => Date.now())
  return { calls, jobs }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

test('a job is added, deleted and completed by its key, each once', () => {
  const { jobs } = tableOf([])
  const [addition, removal, completion] = [
    jobs.addition('alice', { ...job, recipientId: 'bob' }),
    jobs.removal('alice', 'p'),
    jobs.completion('alice', mine),
  ]

  expect(addition).toEqual({ operation: { Put: { TableName: 'prints', Item: job } }, repeatable: false })
  expect(removal).toMatchObject({
    operation: {
      Delete: { TableName: 'prints', Key: key, ConditionExpression: 'attribute_exists(createdAt)' },
    },
    repeatable: false,
  })
  expect(removal.refusal?.(undefined)).toEqual(
    new Problem('not_found', 'There is no such print.', {
      errors: [{ in: 'body', pointer: '/printId', detail: 'unknown print' }],
    }),
  )
  expect(completion).toMatchObject({
    operation: {
      Delete: {
        TableName: 'prints',
        Key: key,
        ConditionExpression: 'leaseOwner = :me',
        ExpressionAttributeValues: { ':me': 'me' },
      },
    },
    repeatable: false,
  })
  expect(completion.refusal?.(undefined)).toEqual(new LeaseLost('the job has another owner'))
})

test('jobs are read as they are now, those of their recipient alone', async () => {
  const { calls, jobs } = tableOf([job])

  expect(await jobs.find('alice', 'p')).toEqual(job)
  expect(await jobs.list('alice')).toEqual([job])
  expect(calls).toEqual([
    ['Get', { ConsistentRead: true, TableName: 'prints', Key: key }],
    [
      'Query',
      {
        TableName: 'prints',
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': 'alice' },
        ConsistentRead: true,
      },
    ],
  ])
})

type Jobs = ReturnType<typeof tableOf>['jobs']

test.each<[string, (jobs: Jobs) => Promise<void>, object, readonly string[]]>([
  ['renewed', (jobs) => jobs.renew('alice', mine), { leaseUntil }, []],
  ['saved', (jobs) => jobs.save('alice', mine, progress), { leaseUntil, progress, rows: 7, attempts: 0 }, []],
  ['begun again', (jobs) => jobs.restart('alice', mine), { leaseUntil, rows: 0 }, ['progress']],
  [
    'handed over',
    (jobs) => jobs.handOver('alice', mine, progress),
    { status: 'queued', progress, rows: 7, attempts: 0 },
    ['leaseOwner', 'leaseUntil'],
  ],
  [
    'finished',
    (jobs) => jobs.finish('alice', mine, { ...progress, sealed: 'hash' }),
    { status: 'ready', rows: 7, bytes: 5, sha256: 'hash' },
    ['progress', 'leaseUntil'],
  ],
  ['failed', (jobs) => jobs.fail('alice', mine), { status: 'failed' }, ['progress', 'leaseUntil']],
])('a job is %s by its owner alone', async (_name, change, set, removed) => {
  const [table, lost] = [tableOf([]), tableOf([], 1)]
  const names = ['updatedAt', ...Object.keys(set)]

  await change(table.jobs)

  const removal = removed.length > 0 ? ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : ''
  expect(table.calls).toEqual([
    [
      'Update',
      {
        TableName: 'prints',
        Key: key,
        ConditionExpression: 'leaseOwner = :me',
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${removal}`,
        ExpressionAttributeNames: Object.fromEntries([...names, ...removed].map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries({ updatedAt: now, ...set }).map(([name, value]) => [`:${name}`, value])),
          ':me': 'me',
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    ],
  ])
  await expect(change(lost.jobs)).rejects.toEqual(new LeaseLost('the job has another owner'))
})

const claim = { status: 'running', leaseOwner: 'me', leaseUntil, attempts: 1 }

test.each<[string, PrintJob, string, object]>([
  ['one that is new', job, 'attribute_not_exists(leaseOwner)', {}],
  [
    'one whose lease has ended',
    { ...job, leaseOwner: 'other', leaseUntil: now },
    'leaseOwner = :seen',
    { ':seen': 'other' },
  ],
  ['one that this invocation has claimed already', { ...mine, leaseUntil }, 'leaseOwner = :seen', { ':seen': 'me' }],
])('a job is claimed that nobody else works at: %s', async (_name, stored, isFree, seen) => {
  const { calls, jobs } = tableOf([stored])

  expect(await jobs.claim('alice', 'p', 'me')).toEqual({ ...stored, ...claim })

  const values = { updatedAt: now, ...claim, ready: 'ready', failed: 'failed', me: 'me' }
  expect(calls.map(([action]) => action)).toEqual(['Get', 'Update'])
  expect(calls[1]?.[1]).toMatchObject({
    Key: key,
    ConditionExpression: `attribute_exists(createdAt) AND NOT #status IN (:ready, :failed) AND (${isFree} OR leaseOwner = :me)`,
  })
  expect(calls[1]?.[1]['ExpressionAttributeValues']).toEqual({
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    ...seen,
  })
})

test.each([
  ['gone', undefined],
  ['ready', { ...job, status: 'ready' as const }],
  ['failed', { ...job, status: 'failed' as const }],
])('a job that is %s is not claimed', async (_name, stored) => {
  const { calls, jobs } = tableOf([stored])

  expect(await jobs.claim('alice', 'p', 'me')).toBeUndefined()
  expect(calls).toHaveLength(1)
})

test('a claim that another invocation was quicker with looks again', async () => {
  const { calls, jobs } = tableOf([job, { ...job, status: 'ready' }], 1)

  expect(await jobs.claim('alice', 'p', 'me')).toBeUndefined()
  expect(calls.map(([action]) => action)).toEqual(['Get', 'Update', 'Get'])
})

const leased = { ...job, leaseOwner: 'other', leaseUntil: now + 3 }
const within = <Result>(leftMs: number, run: () => Promise<Result>) =>
  invocation.run({ endsAt: now + 250 + leftMs }, run)

test('the end of a lease is waited for while five seconds are left after it', async () => {
  const { calls, jobs } = tableOf([leased, { ...leased, leaseUntil: now }])

  const taken = await within(5003, () => jobs.claim('alice', 'p', 'me'))

  expect(taken).toMatchObject(claim)
  expect(calls.map(([action]) => action)).toEqual(['Get', 'Get', 'Update'])
})

test('a lease that ends too late makes the record come again', async () => {
  const { jobs } = tableOf([leased])

  await expect(within(5002, () => jobs.claim('alice', 'p', 'me'))).rejects.toThrow(
    'the job is leased by another invocation',
  )
})
