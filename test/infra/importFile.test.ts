import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindOf } from '../../infra/operators/import/fileRecords.ts'
import { type ImportTask, importFile } from '../../infra/operators/import/importFile.ts'
import { estimateOf } from '../../infra/operators/import/importItems.ts'
import { type ServiceClient, serviceClient } from '../../shared/client/serviceClient.ts'
import { additionLimit } from '../../shared/history/contract.ts'
import { bodyLimit } from '../../shared/http/jsonBody.ts'
import { type LocalAws, startLocalAws } from '../support/localAws.ts'
import { operationCaller } from '../support/operationCaller.ts'

let aws: LocalAws
let folder: string
const call = operationCaller()
let nextRecipient = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
  aws = await startLocalAws()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await aws.stop()
})

/** A recipient whose requests go to the function itself. `answer` may answer in its place. */
const newTarget = (answer: (requests: number) => Response | undefined = () => undefined) => {
  const recipientId = `importing-${++nextRecipient}`
  const sent: number[] = []
  const send = async (request: Request): Promise<Response> => {
    const body = await request.text()
    sent.push(JSON.parse(body).items.length)
    const instead = answer(sent.length)
    if (instead !== undefined) return instead
    const headers = { 'idempotency-key': request.headers.get('idempotency-key') ?? '' }
    const outcome = await call('addHistoryItems', { recipient: recipientId, body, headers })
    return Response.json(outcome.body, { status: outcome.status, headers: outcome.headers })
  }
  const service = serviceClient({ url: 'https://api.example.com', token: 'token', send })
  return { recipientId, sent, target: { api: 'https://api.example.com', recipientId, service } }
}

const donation = (id: number | string, message = `Message ${id}`) => ({
  donation_id: id,
  created_at: 1_438_576_556,
  currency: 'EUR',
  amount: '1.10',
  name: 'Thomas',
  message,
})

const newFile = (content: unknown, name = 'donations.json'): string => {
  const file = join(mkdtempSync(join(folder, 'file-')), name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const run = async (file: string, more: Partial<ImportTask>) => {
  const lines: string[] = []
  const waits: number[] = []
  const refused: [number, string][] = []
  const progressFolder = join(folder, 'progress')
  const importing = importFile({
    file,
    kind: kindOf(file),
    encoding: 'utf-8',
    choice: {},
    progressFolder,
    progress: (line) => lines.push(line),
    wait: async (milliseconds) => void waits.push(milliseconds),
    refused: (line, reason) => refused.push([line, reason]),
    understood: () => {},
    ...more,
  })
  return { importing, lines, waits, refused, remembered: () => readdirSync(progressFolder).length }
}

const historyOf = async (recipient: string) => (await call('listHistory', { recipient, query: { size: '100' } })).body

test('what is imported is in the history once, however often, with its sum', async () => {
  const { target, recipientId, sent } = newTarget()
  const file = newFile([
    ...Array.from({ length: 95 }, (_, id) => donation(id)),
    donation(3),
    { ...donation('x'), amount: '' },
  ])

  const first = await run(file, { target })
  const { report, system } = await first.importing
  const before = await historyOf(recipientId)
  const again = await (await run(newFile([donation(1), donation('new')]), { target })).importing
  const second = await (await run(file, { target })).importing

  expect(system).toBe('Streamlabs')
  expect(report).toEqual({
    rows: { added: 95, present: 1, sentBefore: 0, understood: 0, refused: 1, other: 0 },
    cut: 0,
    withoutZone: 0,
    requests: 2,
    amounts: { EUR: '105.60' },
    first: '2015-08-03T04:35:56Z',
    last: '2015-08-03T04:35:56Z',
  })
  expect(first.refused).toEqual([[1, 'amount: nothing in amount']])
  expect(before.totalSize).toBe(95)
  expect(again.report.rows).toMatchObject({ added: 1, present: 1 })
  expect(second.report.rows).toMatchObject({ added: 0, present: 96 })
  expect(sent).toEqual([90, 6, 2, 90, 6])
  expect((await historyOf(recipientId)).totalSize).toBe(96)
  expect((await call('listAlerts', { recipient: recipientId })).body.totalSize).toBe(0)
})

test('an import that was killed goes on behind what was sent; of a file that has changed since it begins anew', async () => {
  const gone = (requests: number) =>
    requests > 2 ? Response.json({ message: 'Forbidden' }, { status: 403 }) : undefined
  const interrupted = newTarget(gone)
  const { target, recipientId, sent } = newTarget()
  const file = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  const failing = await run(file, { target: { ...target, service: interrupted.target.service } })
  await expect(failing.importing).rejects.toThrow('The service answered 403: Forbidden')
  expect(failing.remembered()).toBe(1)

  const changed = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  const another = await run(changed, { target: newTarget().target })
  const goesOn = await run(file, { target })

  expect((await another.importing).report.rows).toMatchObject({ added: 200, sentBefore: 0 })
  expect((await goesOn.importing).report.rows).toMatchObject({ added: 20, sentBefore: 180 })
  expect(goesOn.lines).toEqual(['goes on behind the 180 items that were sent before'])
  expect(sent).toEqual([20])
  expect(goesOn.remembered()).toBe(0)
  expect((await historyOf(recipientId)).totalSize + (await historyOf(interrupted.recipientId)).totalSize).toBe(200)

  await expect(
    (await run(file, { target: { ...target, service: newTarget(gone).target.service } })).importing,
  ).rejects.toThrow()
  utimesSync(file, new Date(), new Date(1_000))
  expect((await (await run(file, { target })).importing).report.rows).toMatchObject({
    sentBefore: 0,
    present: 20,
    added: 180,
  })
})

test('rows without an id have the same ids when an import goes on', async () => {
  const csv = `name,created,sum\n${'Thomas,2026-01-01T00:00:00Z,1 EUR\n'.repeat(100)}`
  const choice = { system: 'Mine', map: { timestamp: 'created', amount: 'sum', nickname: 'name' } }
  const { target, recipientId } = newTarget((requests) =>
    requests === 2 ? Response.json({}, { status: 403 }) : undefined,
  )
  const file = newFile(csv, 'any.csv')

  await expect((await run(file, { target, choice })).importing).rejects.toThrow()
  await (await run(file, { target, choice })).importing
  const { report } = await (await run(newFile(csv, 'other.csv'), { target, choice })).importing

  expect(report.rows).toMatchObject({ added: 0, present: 100 })
  expect((await historyOf(recipientId)).totalSize).toBe(100)
})

test('over the rate it waits for as long as the service says', async () => {
  const refusal = () =>
    Response.json(
      { code: 'rate_limited', detail: 'Slowly.', status: 429 },
      { status: 429, headers: { 'retry-after': '41' } },
    )
  const { target, sent } = newTarget((requests) => (requests < 3 ? refusal() : undefined))

  const { importing, waits, lines } = await run(newFile([donation(1)]), { target })

  expect((await importing).report.rows.added).toBe(1)
  expect(waits).toEqual([41_000, 41_000])
  expect(lines).toContain('the rate is used up: goes on in 41 s')
  expect(sent).toEqual([1, 1, 1])
})

test('a service that does not answer ends the import, and the reason says how it goes on', async () => {
  const POST: ServiceClient['POST'] = () => Promise.reject(new TypeError('fetch failed'))
  const { target } = newTarget()

  const silent = await run(newFile([donation(1)]), { target: { ...target, service: { POST } } })

  await expect(silent.importing).rejects.toThrow(
    'The service does not answer: fetch failed. The same command goes on behind what was sent',
  )
})

test('requests hold as many items as a call and a body may', async () => {
  const { target, sent } = newTarget()
  const long = '語'.repeat(1000)

  const { importing } = await run(newFile(Array.from({ length: 250 }, (_, id) => donation(id, long))), { target })

  expect((await importing).report.rows.added).toBe(250)
  const most = Math.floor(bodyLimit / Buffer.byteLength(long))
  for (const items of sent) expect(items).toBeLessThanOrEqual(most)
  expect(most).toBeLessThan(additionLimit)
})

test('an export of one recipient becomes the history of another, deleted items too', async () => {
  const donor = newTarget()
  await (await run(newFile([donation(1), donation(2)]), { target: donor.target })).importing
  const [item, other] = (await historyOf(donor.recipientId)).content
  await call('deleteHistoryItem', { recipient: donor.recipientId, body: { historyItemId: other.id } })
  const deleted = (await call('getHistoryItem', { recipient: donor.recipientId, params: { historyItemId: other.id } }))
    .body
  const lines = [item, deleted].map((data) => ({ resource: 'history', data }))
  const { target, recipientId } = newTarget()
  const head = { resource: 'format', data: { name: 'streaming-support-export', version: 1 } }

  const file = newFile([head, ...lines].map((line) => JSON.stringify(line)).join('\n'), 'data.jsonl')
  const { report } = await (await run(file, { target })).importing

  expect(report.rows).toMatchObject({ added: 2, other: 1, refused: 0 })
  const { content } = await historyOf(recipientId)
  const { id: _id, recipientId: _recipient, ...rest } = item
  expect(content).toMatchObject([rest])
})

test('a dry run sends nothing, and says how many requests, minutes and dollars it takes', async () => {
  const { report } = await (await run(newFile(Array.from({ length: 91 }, (_, id) => donation(id))), {})).importing

  expect(report).toMatchObject({ rows: { understood: 91, added: 0 }, requests: 2, amounts: { EUR: '100.10' } })
  expect(estimateOf(1112, 100_000)).toEqual({ minutes: 17, dollars: expect.closeTo(0.22) })
})

test('a file without rows is said to have none', async () => {
  await expect((await run(newFile('[]'), {})).importing).rejects.toThrow('has no rows of json')
  await expect((await run(newFile('a,b\n', 'a.csv'), {})).importing).rejects.toThrow('has no rows of csv')
})
