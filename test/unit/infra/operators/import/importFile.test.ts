import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { kindOf } from '../../../../../infra/operators/import/fileRecords.ts'
import { type ImportTask, importFile } from '../../../../../infra/operators/import/importFile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
  return () => rmSync(folder, { recursive: true })
})

interface Request {
  readonly body: { readonly items: readonly { readonly originId: string }[] }
}

/** A service that adds each item once, and refuses the request of this number. */
const newTarget = (refused?: number) => {
  const known = new Set<string>()
  const sent: number[] = []
  const POST = async (_path: string, { body: { items } }: Request) => {
    sent.push(items.length)
    if (sent.length === refused) return { error: { detail: 'Forbidden' }, response: new Response('', { status: 403 }) }
    const added = items.filter(({ originId }) => !known.has(originId))
    for (const { originId } of items) known.add(originId)
    return { data: { added }, response: new Response() }
  }
  return { sent, target: { api: 'https://api.example.com', recipientId: 'alice', service: { POST } as never } }
}

const donation = (id: number | string) => ({
  donation_id: id,
  created_at: 1_438_576_556,
  currency: 'EUR',
  amount: '1.10',
  name: 'Thomas',
  message: 'Hi',
})
const donations = (count: number) => Array.from({ length: count }, (_, id) => donation(id))

const newFile = (content: unknown, name = 'donations.json'): string => {
  const file = join(mkdtempSync(join(folder, 'file-')), name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const run = (file: string, more: Partial<ImportTask> = {}) => {
  const lines: string[] = []
  const refused: unknown[] = []
  const understood: unknown[] = []
  const progressFolder = join(folder, 'progress')
  const importing = importFile({
    file,
    kind: kindOf(file),
    encoding: 'utf-8',
    choice: {},
    progressFolder,
    progress: (line) => lines.push(line),
    wait: () => expect.fail('there is nothing to wait for'),
    refused: (...row) => refused.push(row),
    understood: (line) => understood.push(line),
    ...more,
  })
  return { importing, lines, refused, understood, remembered: () => readdirSync(progressFolder) }
}

test('a file is sent in requests, and says what became of each of its rows', async () => {
  const { target, sent } = newTarget()
  const file = newFile([...donations(95), donation(3), { ...donation('x'), amount: '' }])

  const { importing, refused, remembered, lines } = run(file, { target })

  expect(await importing).toEqual({
    system: 'Streamlabs',
    timeZone: 'UTC',
    report: {
      rows: { added: 95, present: 1, sentBefore: 0, understood: 0, refused: 1, other: 0 },
      cut: 0,
      withoutZone: 0,
      requests: 2,
      amounts: { EUR: '105.60' },
      first: '2015-08-03T04:35:56Z',
      last: '2015-08-03T04:35:56Z',
    },
  })
  expect(sent).toEqual([90, 6])
  expect(refused).toEqual([[1, 'amount: nothing in amount']])
  expect([remembered(), lines]).toEqual([[], []])
})

test('an import that was interrupted goes on behind what was sent', async () => {
  const [broken, whole] = [newTarget(3), newTarget()]
  const file = newFile(donations(200))
  await expect(run(file, { target: broken.target }).importing).rejects.toThrow('The service answered 403: Forbidden')

  const { importing, lines, remembered } = run(file, { target: whole.target })

  expect((await importing).report.rows).toMatchObject({ added: 20, sentBefore: 180 })
  expect(lines).toEqual(['goes on behind the 180 items that were sent before'])
  expect(whole.sent).toEqual([20])
  expect(remembered()).toEqual([])
})

test('a file that has changed since begins anew, as does one that goes to somebody else', async () => {
  const file = newFile(donations(200))
  await expect(run(file, { target: newTarget(3).target }).importing).rejects.toThrow()
  const toBob = run(file, { target: { ...newTarget().target, recipientId: 'bob' } })
  expect((await toBob.importing).report.rows).toMatchObject({ added: 200, sentBefore: 0 })
  utimesSync(file, new Date(), new Date(1_000))

  const { importing } = run(file, { target: newTarget().target })

  expect((await importing).report.rows).toMatchObject({ added: 200, sentBefore: 0 })
})

test('every 25 requests a line says how far it is', async () => {
  const { lines, importing } = run(newFile(donations(25 * 90 + 1)), { target: newTarget().target })

  await importing

  expect(lines).toEqual(['100 % of the file: 2250 added, 0 there already'])
})

test('a dry run shows all, sends and remembers nothing, even behind an import that was interrupted', async () => {
  const file = newFile(donations(91))
  await run(file).importing
  expect(existsSync(join(folder, 'progress'))).toBe(false)
  await expect(run(file, { target: newTarget(2).target }).importing).rejects.toThrow()

  const { importing, understood, lines, remembered } = run(file)

  expect((await importing).report).toMatchObject({ rows: { understood: 91, added: 0, sentBefore: 0 }, requests: 2 })
  expect([understood.length, lines, remembered().length]).toEqual([91, [], 1])
})

test('the first row that can be read says how, and those before it are refused', async () => {
  const { importing, refused, understood } = run(
    newFile('donation_id,created_at,amount,currency\n1,2,3,4,5\n2,1438576556,1,EUR\n', 'donations.csv'),
  )

  expect((await importing).report.rows).toMatchObject({ refused: 1, understood: 1 })
  expect([refused, understood]).toEqual([[[2, 'Invalid Record Length: columns length is 4, got 5 on line 2']], [3]])
})

test('a file that cannot be read at all is an error', async () => {
  await expect(run(newFile('[]')).importing).rejects.toThrow(/donations\.json has no rows of json$/)
  await expect(run(newFile('a,b\n', 'a.csv')).importing).rejects.toThrow(/a\.csv has no rows of csv$/)
  await expect(run(newFile('a,b\n1,2,3\n', 'a.csv')).importing).rejects.toThrow(
    'Line 2: Invalid Record Length: columns length is 2, got 3 on line 2',
  )
})
