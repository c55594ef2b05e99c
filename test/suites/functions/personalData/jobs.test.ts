import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { type WorkerStage, workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())

const worker = 'handleDataJobs'
const day = 24 * 60 * 60 * 1000
const job = (name: string) => `0195f3a0-7b1c-7d2e-8f00-${name.padStart(12, '0')}`

/** Stores a job as the service does, with these values. */
const stored = async ({ put, recipient }: WorkerStage, jobId: string, values: object) => {
  const now = Date.now()
  await put('dataJobs', {
    recipientId: recipient,
    jobId,
    kind: 'erasure',
    status: 'queued',
    attempts: 0,
    updatedAt: now,
    createdAt: '2026-03-01T18:30:00.500Z',
    expiresAt: new Date(now + 7 * day).toISOString(),
    ...values,
  })
}

const change = ({ recipient }: WorkerStage, jobId: string, values: Readonly<Record<string, unknown>>) =>
  functions.aws.client.send(
    new UpdateCommand({
      TableName: functions.aws.table('dataJobs'),
      Key: { recipientId: recipient, jobId },
      UpdateExpression: `SET ${Object.keys(values).map((name) => `#${name} = :${name}`)}`,
      ExpressionAttributeNames: Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    }),
  )

const progress = { rows: 3, found: 3, rounds: 0, table: 1 }

test.each<[string, object, object]>([
  ['queued, before it has begun', {}, { status: 'queued', items: 0 }],
  ['running, with the deleted items', { progress, rows: 3 }, { status: 'running', items: 3 }],
  ['failed, with the items deleted until then', { status: 'failed', rows: 3 }, { status: 'failed', items: 3 }],
  ['failed, if no worker takes it up any more', { updatedAt: Date.now() - 2 * day }, { status: 'failed', items: 0 }],
])('the state of an erasure is %s', async (_name, values, state) => {
  const stage = workerStage(functions)
  await stored(stage, job('1'), values)

  const answer = await stage.done('getErasure', { params: { erasureId: job('1') } })

  expect(answer).toEqual({ erasureId: job('1'), createdAt: '2026-03-01T18:30:00.500Z', finishedAt: null, ...state })
})

test('the state of an erasure is in its receipt when it is done, which is kept for 365 days and names nobody', async () => {
  const stage = workerStage(functions)
  await stage.done('addNews', { body: { title: 'News', description: 'x' } })
  const { erasureId } = await stage.done('eraseData', { body: { confirm: true } })
  const [{ createdAt } = {}] = await stage.items('dataJobs')
  vi.useFakeTimers({ toFake: ['Date'] })
  await stage.run(worker, await stage.eventFor(worker))
  vi.useRealTimers()

  const answer = await stage.done('getErasure', { params: { erasureId } })

  expect(answer).toMatchObject({ erasureId, status: 'done', createdAt })
  expect(answer.items).toBeGreaterThan(0)
  const receipt = (await itemsOf(functions.aws, 'erasureReceipts')).find(
    ({ finishedAt }) => finishedAt === answer.finishedAt,
  )
  expect(receipt).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    items: answer.items,
    createdAt,
    finishedAt: answer.finishedAt,
    expiresAt: Math.floor(Date.parse(answer.finishedAt) / 1000) + 365 * 86_400,
  })
  expect(JSON.stringify(receipt)).not.toContain(stage.recipient)
})

test('an export that waits has no link, and ends after seven days', async () => {
  const stage = workerStage(functions)
  const { exportId } = await stage.done('exportData', { body: {} })

  const state = await stage.done('getExport', { params: { exportId } })

  expect(state).toMatchObject({ exportId, status: 'queued', items: null, bytes: null, sha256: null, url: null })
  expect(Date.parse(state.expiresAt) - Date.parse(state.createdAt)).toBe(7 * day)
})

test('an export that is ready has a link to a file with a name of its own, until it expires', async () => {
  const stage = workerStage(functions)
  const { exportId } = await stage.done('exportData', { body: {} })
  // However slow the machine is, an export is one slice.
  vi.useFakeTimers({ toFake: ['Date'] })
  await stage.run(worker, await stage.eventFor(worker))
  vi.useRealTimers()

  const { url, createdAt, ...state } = await stage.done('getExport', { params: { exportId } })

  const name = `data-${createdAt.slice(0, 10)}-${exportId.slice(-12)}.jsonl`
  const file = await fetch(url)
  expect(state).toMatchObject({ status: 'ready', items: 0 })
  expect(file.headers.get('content-disposition')).toContain(`"${name}"`)
  expect(file.headers.get('content-type')).toBe('application/x-ndjson')
  expect(new URL(url).pathname).toContain(`prints/`)
  await change(stage, exportId, { expiresAt: '2026-01-01T00:00:00.000Z' })
  expect(await stage.done('getExport', { params: { exportId } })).toMatchObject({ status: 'expired', url: null })
})

const ask = ({ recipient }: WorkerStage) => functions.call('exportData', { recipient, body: {} })

test('a recipient may have two unfinished jobs', async () => {
  const stage = workerStage(functions)
  for (const _ of [1, 2]) await stage.done('exportData', { body: {} })

  expect(await ask(stage)).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  expect(await stage.items('dataJobs')).toHaveLength(2)
})

test.each<[string, Readonly<Record<string, unknown>> | undefined]>([
  ['has ended', { status: 'ready' }],
  ['has failed', { status: 'failed' }],
  ['was abandoned', { updatedAt: 0 }],
  ['is gone', undefined],
])('a job that %s leaves its slot to the next', async (_name, values) => {
  const stage = workerStage(functions)
  const [first] = [await stage.done('exportData', { body: {} }), await stage.done('exportData', { body: {} })]
  const Key = { recipientId: stage.recipient, jobId: first.exportId }
  if (values !== undefined) await change(stage, first.exportId, values)
  else await functions.aws.client.send(new DeleteCommand({ TableName: functions.aws.table('dataJobs'), Key }))

  const answers = [await ask(stage), await ask(stage)]

  expect(answers.map(({ status }) => status)).toEqual([200, 409])
})

test('an erasure that takes the slot of a job that has ended is the one that a second request is answered', async () => {
  const stage = workerStage(functions)
  const [{ exportId }] = [await stage.done('exportData', { body: {} }), await stage.done('exportData', { body: {} })]
  await change(stage, exportId, { status: 'ready' })
  const erase = () => stage.done('eraseData', { body: { confirm: true } })

  const [first, second] = [await erase(), await erase()]

  expect(second).toEqual(first)
})
