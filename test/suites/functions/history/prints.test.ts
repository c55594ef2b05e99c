import { createHash } from 'node:crypto'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PrintJob, printKey } from '../../../../shared/areas/history/printJob.ts'
import { rowRepository } from '../../../../shared/areas/history/rowRepository.ts'
import { fileStore } from '../../../../shared/mechanisms/jobs/fileStore.ts'
import { jobRepository } from '../../../../shared/mechanisms/jobs/jobRepository.ts'
import { linkStore } from '../../../../shared/mechanisms/jobs/linkStore.ts'
import { bucketName } from '../../../../shared/runtime/env.ts'
import { csvRecords } from '../../../support/csvRows.ts'
import { anId, between } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

type Worker = (
  event: unknown,
  context?: { getRemainingTimeInMillis: () => number },
) => Promise<{ batchItemFailures: readonly unknown[] }>

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())
const work = ((await import('../../../../functions/workers/writePrint.ts')) as { handler: Worker }).handler

const donation = (originId: string, more: object = {}) => ({
  system: 'DonationAlerts',
  event: 'payment',
  originId,
  timestamp: '2026-03-01T18:30:00Z',
  nickname: originId,
  ...more,
})
const add = async (recipient: string, ...items: object[]): Promise<string[]> =>
  (await call('addHistoryItems', { recipient, body: { items } })).body.added.map(({ id }: { id: string }) => id)
const request = async (recipient: string, body: object = {}): Promise<string> =>
  (await call('printCsv', { recipient, body })).body.printId
const stateOf = async (recipient: string, printId: string) =>
  (await call('getPrint', { recipient, params: { printId } })).body
const deliver = (recipientId: string, printId: string, milliseconds = 300_000) => {
  const endsAt = Date.now() + milliseconds
  return work(streamEvent({ keys: { recipientId, printId } }), { getRemainingTimeInMillis: () => endsAt - Date.now() })
}
const jobOf = async (recipientId: string, printId: string) =>
  (await aws.client.send(new GetCommand({ TableName: aws.table('prints'), Key: { recipientId, printId } }))).Item

/** Downloads a file through its link, as anybody could. */
const download = async (url: string) => {
  const response = await fetch(url)
  const content = Buffer.from(await response.arrayBuffer())
  return { response, content, rows: csvRecords(content) }
}

const print = async (recipient: string, body: object = {}) => {
  const printId = await request(recipient, body)
  expect(await deliver(recipient, printId)).toEqual({ batchItemFailures: [] })
  const state = await stateOf(recipient, printId)
  expect(state.status).toBe('ready')
  return { printId, state, ...(await download(state.url)) }
}

test('a print is queued at once, and its file matches its state', async () => {
  const recipient = someone()
  await add(recipient, donation('a', { amount: { major: 10, minor: 5, currency: 'EUR' }, message: '=1+1' }))

  const printId = await request(recipient)
  const queued = await stateOf(recipient, printId)
  await deliver(recipient, printId)
  const ready = await stateOf(recipient, printId)

  expect(queued).toMatchObject({
    printId,
    status: 'queued',
    rows: null,
    rowsExpected: 1,
    bytes: null,
    sha256: null,
    url: null,
  })
  expect(Date.parse(queued.expiresAt) - Date.parse(queued.createdAt)).toBe(7 * 24 * 60 * 60 * 1000)
  expect(ready).toMatchObject({ printId, status: 'ready', rows: 1, rowsExpected: 1, createdAt: queued.createdAt })
  const { response, content, rows } = await download(ready.url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="history-\d{4}-\d\d-\d\d-[0-9a-f]{12}\.csv"$/,
  )
  expect(content.length).toBe(ready.bytes)
  expect(createHash('sha256').update(content).digest('hex')).toBe(ready.sha256)
  expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(rows).toEqual([
    {
      id: anId,
      event: 'payment',
      system: 'DonationAlerts',
      timestamp: '2026-03-01T18:30:00Z',
      nickname: 'a',
      amount: '10.05',
      currency: 'EUR',
      message: "'=1+1",
      goal: '',
      actions: '',
      levelName: '',
      count: '',
      refunded: '',
    },
  ])
})

test('a print of nothing has its header', async () => {
  const { content, state } = await print(someone())

  expect(content.toString()).toBe(
    '\uFEFFid,event,system,timestamp,nickname,amount,currency,message,goal,actions,levelName,count,refunded\r\n',
  )
  expect(state).toMatchObject({ rows: 0, bytes: content.length })
})

test('a print has the listed items, oldest first, without deleted items, tests and other recipients', async () => {
  const recipient = someone()
  const [first] = await add(
    recipient,
    donation('deleted'),
    donation('late', { timestamp: '2026-03-03T00:00:00Z' }),
    donation('early', { timestamp: '2026-03-01T00:00:00.000000001Z' }),
    donation('earliest', { timestamp: '2026-03-01T03:00:00+03:00' }),
  )
  await call('deleteHistoryItem', { recipient, body: { historyItemId: first } })
  await call('testAlert', { recipient, body: { nickname: 'test' } })
  await add(someone(), donation('foreign'))

  const { rows } = await print(recipient)

  expect(rows.map(({ nickname }) => nickname)).toEqual(['earliest', 'early', 'late'])
})

test('a print is filtered by system and event, from after up to before', async () => {
  const recipient = someone()
  const at = (hour: number) => `2026-03-01T0${hour}:00:00Z`
  await add(
    recipient,
    donation('a', { timestamp: at(1) }),
    donation('b', { timestamp: at(2) }),
    donation('c', { timestamp: at(2), system: 'Twitch' }),
    donation('d', { timestamp: at(3), event: 'raid' }),
    donation('e', { timestamp: at(4) }),
  )
  const namesOf = async (body: object) => (await print(recipient, body)).rows.map(({ nickname }) => nickname).sort()

  expect(await namesOf({ systems: [], events: [] })).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await namesOf({ systems: ['Twitch', 'Nobody'] })).toEqual(['c'])
  expect(await namesOf({ systems: ['DonationAlerts'], events: ['raid'] })).toEqual(['d'])
  expect(await namesOf({ after: at(2), before: at(4) })).toEqual(['b', 'c', 'd'])
})

test.each([
  ['after later than before', { after: '2026-03-02T00:00:00Z', before: '2026-03-01T00:00:00Z' }, '/before'],
  ['systems that are no array', { systems: 'Twitch' }, '/systems'],
])('a print of %s is 400 at its place', async (_name, body, pointer) => {
  expect(await call('printCsv', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] },
  })
})

const age = (recipientId: string, printId: string, attributes: Record<string, unknown>) =>
  aws.client.send(
    new UpdateCommand({
      TableName: aws.table('prints'),
      Key: { recipientId, printId },
      UpdateExpression: `SET ${Object.keys(attributes)
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  )

test('a print has expired after seven days, and there is no link', async () => {
  const recipient = someone()
  const { printId } = await print(recipient)
  await age(recipient, printId, { expiresAt: new Date(Date.now() - 1).toISOString() })

  expect(await stateOf(recipient, printId)).toMatchObject({ status: 'expired', url: null })
})

test('a record that comes again, late or for nothing changes nothing', async () => {
  const recipient = someone()
  const { printId, state } = await print(recipient)

  await deliver(recipient, printId)
  await deliver(recipient, 'unknown')

  expect(await stateOf(recipient, printId)).toMatchObject({ status: 'ready', sha256: state.sha256 })
  expect(await jobOf(recipient, 'unknown')).toBeUndefined()
})

test('an invalid event is an error, so that Lambda repeats it', async () => {
  await expect(work({})).rejects.toThrow()
})

test('prints are listed newest first, with their states, and those of others are not', async () => {
  const recipient = someone()
  const first = await print(recipient)
  const second = await request(recipient)

  const { body } = await call('listPrints', { recipient })
  const { url, ...state } = first.state

  expect(body).toMatchObject({
    totalSize: 2,
    content: [{ printId: second, status: 'queued' }, { id: first.printId }],
  })
  expect(body.content[1]).toEqual({ id: first.printId, ...state })
  expect(JSON.stringify(body)).not.toContain(new URL(url).pathname)
  expect((await call('listPrints', { recipient: someone() })).body.totalSize).toBe(0)
})

test('prints are sorted by each of their properties, until they are deleted for their age', async () => {
  const recipient = someone()
  const now = Math.floor(Date.now() / 1000)
  const rows = [
    { printId: 'a', createdAt: '2026-01-02T00:00:00.000Z', status: 'ready', rows: 2, deletedAt: now + 60 },
    { printId: 'b', createdAt: '2026-01-01T00:00:00.000Z', status: 'failed', rows: 3, deletedAt: now + 60 },
    { printId: 'c', createdAt: '2026-01-03T00:00:00.000Z', status: 'started', rows: 1, deletedAt: now + 60 },
    { printId: 'over', createdAt: '2026-01-03T00:00:00.000Z', status: 'failed', rows: 1, deletedAt: now },
  ]
  const common = { systems: [], events: [], updatedAt: 0, attempts: 0, expiresAt: '2999-01-01T00:00:00.000Z' }
  const items = rows.map((row) => ({ ...common, ...row, recipientId: recipient }))
  await putMany(aws.client, aws.table('prints'), items)
  const ids = async (query = {}) =>
    (await call('listPrints', { recipient, query })).body.content.map(({ id }: { id: string }) => id)

  expect(await ids()).toEqual(['c', 'a', 'b'])
  expect(await ids({ sort: 'createdAt,asc' })).toEqual(['b', 'a', 'c'])
  expect(await ids({ sort: 'rows,desc' })).toEqual(['b', 'a', 'c'])
  expect((await ids({ sort: 'status,asc' })).at(0)).toBe('b')
})

test('a deleted print is gone, with its file, and a queued one is never written and makes room', async () => {
  const recipient = someone()
  const { printId, state } = await print(recipient)
  const queued = [await request(recipient), await request(recipient)]
  const remove = (id: string, by = recipient) => call('deletePrint', { recipient: by, body: { printId: id } })
  const foreign = await remove(printId, someone())

  const removed = await Promise.all([remove(printId), remove(queued[0] ?? '')])
  await deliver(recipient, queued[0] ?? '')

  expect([foreign.status, ...removed.map(({ status }) => status)]).toEqual([404, 200, 200])
  expect((await fetch(state.url)).status).toBe(404)
  expect((await call('getPrint', { recipient, params: { printId } })).status).toBe(404)
  expect(await remove(printId)).toMatchObject({ status: 404, body: { errors: [{ pointer: '/printId' }] } })
  expect(await jobOf(recipient, queued[0] ?? '')).toBeUndefined()
  await request(recipient)
  expect((await call('listPrints', { recipient })).body.totalSize).toBe(2)
})

test('a print that is deleted while its file is joined leaves no file behind', async () => {
  const recipient = someone()
  const printId = await request(recipient)
  const { documentClient, dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const { s3Client } = await import('../../../../shared/mechanisms/aws/s3Client.ts')
  const { handle } = await import('../../../../functions/workers/writePrint.ts')
  const store = fileStore(s3Client, bucketName('prints'))
  const jobs = jobRepository<PrintJob>(documentClient, { table: aws.table('prints'), sortKey: 'printId' })
  const consume = handle({
    jobs,
    rows: rowRepository(dynamoDbClient, aws.table('history')),
    store: {
      ...store,
      complete: async (key, ...upload) => {
        await call('deletePrint', { recipient, body: { printId } })
        await store.complete(key, ...upload)
      },
    },
    remaining: () => 60_000,
  })
  const job = await jobs.find(recipient, printId)
  if (job === undefined) throw new Error('the print is not there')

  await consume({ keys: { recipientId: recipient, printId } } as unknown as Parameters<typeof consume>[0])

  expect((await fetch(await linkStore(s3Client, bucketName('prints')).to(printKey(job), 'x.csv'))).status).toBe(404)
})

describe('a large print', () => {
  const count = runs(4000, 15_000)
  const recipient = 'large'
  const itemOf = (index: number) => {
    const id = `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`
    const timestamp = new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor(index / 2) * 1000).toISOString()
    const listedAt = `${timestamp.replace('Z', '000000Z')}#${id}`
    return {
      recipientId: recipient,
      id,
      system: index % 100 === 0 ? 'Twitch' : 'Kick',
      event: 'payment',
      originId: id,
      timestamp,
      nickname: `viewer ${index}`,
      message: `${index} ${'x'.repeat(runs(1700, 400))}`,
      deleted: false,
      listedAt,
    }
  }
  beforeAll(() =>
    putMany(
      aws.client,
      aws.table('history'),
      Array.from({ length: count }, (_, index) => itemOf(index)),
    ),
  )

  const expectComplete = async (printId: string) => {
    const state = await stateOf(recipient, printId)
    expect(state).toMatchObject({ status: 'ready', rows: count })
    const { content, rows } = await download(state.url)
    expect(createHash('sha256').update(content).digest('hex')).toBe(state.sha256)
    expect(content.length).toBe(state.bytes)
    expect(rows.map(({ message }) => Number.parseInt(message ?? '', 10))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    )
  }

  test('a print that outlives its invocation continues through the queue', async () => {
    const printId = await request(recipient)

    const invocations: unknown[] = []
    while ((await stateOf(recipient, printId)).status !== 'ready' && invocations.length < 100) {
      await deliver(recipient, printId, 10_000)
      const job = await jobOf(recipient, printId)
      invocations.push([job?.['status'], job?.['leaseOwner'] === undefined])
      if (invocations.length === 3)
        expect(await stateOf(recipient, printId)).toMatchObject({
          status: 'running',
          rows: between(1, 100_000),
          sha256: null,
          url: null,
        })
    }

    expect(invocations.length).toBeGreaterThan(5)
    expect(new Set(invocations.slice(0, -1).map(String))).toEqual(new Set(['queued,true']))
    await expectComplete(printId)
  })

  test('a print of few of many items finds them all, and expects no number of rows until then', async () => {
    const printId = await request(recipient, { systems: ['Twitch'] })

    expect(await stateOf(recipient, printId)).toMatchObject({ rows: null, rowsExpected: null })
    while ((await stateOf(recipient, printId)).status !== 'ready') await deliver(recipient, printId, 10_000)

    expect(await stateOf(recipient, printId)).toMatchObject({ rows: count / 100, rowsExpected: count / 100 })
  })
})

test('a print of ODA has the rows of all own gateways, and each keeps its system', async () => {
  const recipient = someone()
  await add(recipient, ...['Stripe', 'Ko-fi', 'ODA', 'DonatePay'].map((system) => donation(system, { system })))
  const systems = ['ODA', 'DonationAlerts', 'DonatePay', '', 'ODA', 'Stripe']
  const systemsIn = async (body: object) => {
    const { rows } = await print(recipient, body)
    return rows.map(({ system }) => system).toSorted()
  }

  expect(await systemsIn({ systems: ['ODA'] })).toEqual(['Ko-fi', 'ODA', 'Stripe'])
  expect(await systemsIn({ systems })).toEqual(['DonatePay', 'Ko-fi', 'ODA', 'Stripe'])
})
