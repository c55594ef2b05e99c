import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { estimateOf } from '../../../infra/operators/import/estimateOf.ts'
import { type ImportTarget, type ImportTask, importFile } from '../../../infra/operators/import/importFile.ts'
import { type ServiceClient, serviceClient } from '../../../shared/web/client/serviceClient.ts'
import { kindOf } from '../../../shared/web/import/fileRecords.ts'
import { startLocalAws } from '../../support/localAws.ts'
import { operationCaller } from '../../support/operationCaller.ts'

const call = operationCaller()
let nextRecipient = 0

const folder = mkdtempSync(join(tmpdir(), 'import-'))
const aws = await startLocalAws()
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

/** Where nothing is before the first import of a test. */
let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(folder, 'progress-'))
})
const progressFolder = () => join(parent, 'not', 'there')
const remembered = (): readonly string[] => (existsSync(progressFolder()) ? readdirSync(progressFolder()) : [])

const run = async (file: string, more: Partial<ImportTask>) => {
  const lines: string[] = []
  const waits: number[] = []
  const refused: [number, string][] = []
  const understood: number[] = []
  const importing = importFile({
    file,
    kind: kindOf(file),
    encoding: 'utf-8',
    choice: {},
    progressFolder: progressFolder(),
    progress: (line) => lines.push(line),
    wait: async (milliseconds) => void waits.push(milliseconds),
    refused: (line, reason) => refused.push([line, reason]),
    understood: (line) => understood.push(line),
    ...more,
  })
  return { importing, lines, waits, refused, understood }
}

const historyOf = async (recipient: string) => (await call('listHistory', { recipient, query: { size: '100' } })).body

test('a file that is imported repeatedly is in the history once, with its sum', async () => {
  const { target, recipientId, sent } = newTarget()
  const file = newFile([
    ...Array.from({ length: 95 }, (_, id) => donation(id)),
    donation(3),
    { ...donation('x'), amount: '' },
  ])

  const first = await run(file, { target })
  const { report, system, timeZone } = await first.importing
  const before = await historyOf(recipientId)
  const again = await (await run(newFile([donation(1), donation('new')]), { target })).importing
  const second = await (await run(file, { target })).importing

  expect([system, timeZone]).toEqual(['Streamlabs', 'UTC'])
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

test('a killed import continues after its sent items; a changed file starts again', async () => {
  const gone = (requests: number) =>
    requests > 2 ? Response.json({ message: 'Forbidden' }, { status: 403 }) : undefined
  const interrupted = newTarget(gone)
  const { target, recipientId, sent } = newTarget()
  const file = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  const failing = await run(file, { target: { ...target, service: interrupted.target.service } })
  await expect(failing.importing).rejects.toThrow('The service answered 403: Forbidden')
  expect(remembered()).toEqual([expect.stringMatching(/^[\w-]+\.json$/)])

  const changed = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  const another = await run(changed, { target: newTarget().target })
  const goesOn = await run(file, { target })

  expect((await another.importing).report.rows).toMatchObject({ added: 200, sentBefore: 0 })
  expect((await goesOn.importing).report.rows).toMatchObject({ added: 20, sentBefore: 180 })
  expect(goesOn.lines).toEqual(['goes on behind the 180 items that were sent before'])
  expect(sent).toEqual([20])
  expect(remembered()).toEqual([])
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

test.each<[string, Partial<ImportTask>, Partial<ImportTarget>]>([
  ['in another zone', { choice: { timeZone: 'Asia/Tokyo' } }, {}],
  ['in another encoding', { encoding: 'latin1' }, {}],
  ['to another recipient', {}, { recipientId: 'another' }],
  ['to another service', {}, { api: 'https://other.example.com' }],
])('an import %s than the one that was killed begins anew', async (_, more, elsewhere) => {
  const killed = newTarget((requests) => (requests > 1 ? Response.json({}, { status: 403 }) : undefined))
  const { target } = newTarget()
  const file = newFile(Array.from({ length: 91 }, (_, id) => donation(id)))
  await expect((await run(file, { target: killed.target })).importing).rejects.toThrow()
  expect(remembered()).toHaveLength(1)

  const place = { api: target.api, recipientId: killed.recipientId, ...elsewhere }
  const { report } = await (await run(file, { ...more, target: { ...target, ...place } })).importing

  expect(report.rows).toMatchObject({ added: 91, sentBefore: 0 })
})

test('rows without an id keep their ids when an import continues', async () => {
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

test('over the rate it waits for as long as the service says, or a second, and sends the same items again', async () => {
  const refusal = () =>
    Response.json(
      { code: 'rate_limited', detail: 'Slowly.', status: 429 },
      { status: 429, headers: { 'retry-after': '41' } },
    )
  const { target, sent } = newTarget((requests) => (requests < 3 ? refusal() : undefined))
  let isFirst = true
  const POST = (...given: Parameters<ServiceClient['POST']>) => {
    if (!isFirst) return target.service.POST(...given)
    isFirst = false
    return Promise.resolve({ error: { detail: 'Slowly.' }, response: new Response('', { status: 429 }) })
  }

  const { importing, waits, lines } = await run(newFile([donation(1)]), {
    target: { ...target, service: { POST: POST as never } },
  })

  expect((await importing).report.rows.added).toBe(1)
  expect(waits).toEqual([1000, 41_000, 41_000])
  expect(lines).toEqual([1, 41, 41].map((seconds) => `the rate is used up: goes on in ${seconds} s`))
  expect(sent).toEqual([1, 1, 1])
})

test('an unreachable service ends the import, and the message tells how to continue', async () => {
  const POST: ServiceClient['POST'] = () => Promise.reject(new TypeError('fetch failed'))
  const { target } = newTarget()

  const silent = await run(newFile([donation(1)]), { target: { ...target, service: { POST } } })

  await expect(silent.importing).rejects.toThrow(
    'The service does not answer: fetch failed. The same command goes on behind what was sent',
  )
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

test('an import killed at any step continues, adds each item once and leaves no file', async () => {
  const file = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  // A request is lost, then an answer, then the file of the progress is half written, for each of three requests.
  for (const request of [1, 2, 3])
    for (const isStored of [false, true]) {
      const { target, recipientId } = newTarget()
      const killed = new Error('killed')
      let sent = 0
      const dying: Pick<ServiceClient, 'POST'> = {
        POST: (async (...given: Parameters<ServiceClient['POST']>) => {
          if (++sent < request) return target.service.POST(...given)
          if (isStored) await target.service.POST(...given)
          throw killed
        }) as never,
      }
      const first = await run(file, { target: { ...target, service: dying } })
      await expect(first.importing).rejects.toThrow('The service does not answer: killed')
      const [name] = remembered()
      expect(name === undefined ? 0 : JSON.parse(readFileSync(join(progressFolder(), name), 'utf8')).sent).toBe(
        (request - 1) * 90,
      )
      if (name !== undefined) writeFileSync(join(progressFolder(), `${name}.new`), '{"se')

      const { report } = await (await run(file, { target })).importing

      const sentBefore = (request - 1) * 90
      const present = isStored ? Math.min(90, 200 - sentBefore) : 0
      expect(report.rows).toMatchObject({ sentBefore, present, added: 200 - sentBefore - present })
      expect((await historyOf(recipientId)).totalSize).toBe(200)
      expect(remembered()).toEqual([])
    }
})

test('the progress file is private and replaced as a whole', async () => {
  const file = newFile(Array.from({ length: 200 }, (_, id) => donation(id)))
  const held = join(folder, 'held')
  let [seen, mode] = ['', 0]
  const { target } = newTarget((requests) => {
    const [name] = remembered()
    if (requests === 2) mode = statSync(progressFolder()).mode & 0o777
    if (requests === 2) linkSync(join(progressFolder(), String(name)), held)
    if (requests === 3) seen = readFileSync(held, 'utf8')
    return undefined
  })

  await (await run(file, { target })).importing

  expect([seen, mode]).toEqual(['{"sent":90}', 0o700])
})

test.each(['{"sent":"90"}', '{"sent":1.5}', '{', '{}'])(
  'the progress %s of somebody else is ignored',
  async (content) => {
    const refusing = newTarget((requests) => (requests === 2 ? Response.json({}, { status: 403 }) : undefined))
    const file = newFile(Array.from({ length: 91 }, (_, id) => donation(id)))
    await expect((await run(file, { target: refusing.target })).importing).rejects.toThrow()
    writeFileSync(join(progressFolder(), String(remembered()[0])), content)

    const { report } = await (await run(file, { target: refusing.target })).importing

    expect(report.rows).toMatchObject({ sentBefore: 0, present: 90, added: 1 })
  },
)

test('an import for another recipient begins anew, and a dry run leaves the progress of an interrupted one', async () => {
  const file = newFile(Array.from({ length: 91 }, (_, id) => donation(id)))
  const interrupted = newTarget((requests) => (requests === 2 ? Response.json({}, { status: 403 }) : undefined))
  await expect((await run(file, { target: interrupted.target })).importing).rejects.toThrow()
  const [kept] = remembered()

  const other = await (await run(file, { target: newTarget().target })).importing
  const dry = await run(file, {})

  expect(other.report.rows).toMatchObject({ sentBefore: 0, added: 91 })
  expect((await dry.importing).report.rows).toMatchObject({ understood: 91, sentBefore: 0 })
  expect([dry.understood.length, dry.lines, remembered()]).toEqual([91, [], [kept]])
  await (await run(file, { target: interrupted.target })).importing
})

test('every 25 requests a line says the share of the file that was read', async () => {
  const { lines, importing } = await run(newFile(Array.from({ length: 25 * 90 + 1 }, (_, id) => donation(id))), {
    target: newTarget().target,
  })

  await importing

  expect(lines).toEqual(['100 % of the file: 2250 added, 0 there already'])
})

test('a dry run sends nothing, and says how many requests, minutes and dollars it takes', async () => {
  const { report } = await (await run(newFile(Array.from({ length: 91 }, (_, id) => donation(id))), {})).importing

  expect(report).toMatchObject({ rows: { understood: 91, added: 0 }, requests: 2, amounts: { EUR: '100.10' } })
  expect(estimateOf(1112, 100_000)).toEqual({ minutes: 17, dollars: expect.closeTo(0.22) })
})

test('a file is understood by its first row that can be read; without one it is refused', async () => {
  const header = 'donation_id,created_at,amount,currency'
  const rows = await run(newFile(`${header}\n1,2,3,4,5\n2,1438576556,1,EUR\n`, 'donations.csv'), {})

  expect((await rows.importing).report.rows).toMatchObject({ refused: 1, understood: 1 })
  expect([rows.refused, rows.understood]).toEqual([
    [[2, 'Invalid Record Length: columns length is 4, got 5 on line 2']],
    [3],
  ])
  await expect((await run(newFile('[]'), {})).importing).rejects.toThrow(/donations\.json has no rows of json$/)
  await expect((await run(newFile('a,b\n', 'a.csv'), {})).importing).rejects.toThrow(/a\.csv has no rows of csv$/)
  await expect((await run(newFile('a,b\n1,2,3\n', 'a.csv'), {})).importing).rejects.toThrow(
    'Line 2: Invalid Record Length: columns length is 2, got 3 on line 2',
  )
})
