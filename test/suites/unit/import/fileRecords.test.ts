import { expect, test } from 'vitest'
import { cellsOfJson } from '../../../../shared/web/import/cells.ts'
import { type FileKind, fileRecords, kindOf } from '../../../../shared/web/import/fileRecords.ts'

/** The rows of a file that comes in these pieces. */
const recordsOf = (kind: FileKind, ...pieces: readonly (string | Uint8Array)[]) => {
  const chunks = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece)
  })()
  return Array.fromAsync(fileRecords(chunks, kind, 'utf-8'))
}

const cellsOf = async (...pieces: readonly string[]) =>
  (await recordsOf('csv', ...pieces)).map(({ line, cells }) => [line, Object.fromEntries(cells ?? [])])

test('the part after the last dot of a file name is its kind', () => {
  const kinds = {
    'a.json.csv': 'csv',
    'a.csv.JSON': 'json',
    'a.jsonl': 'jsonl',
    'a.ndjson': 'jsonl',
    'a.tsv': 'csv',
    a: 'csv',
  }

  expect(Object.keys(kinds).map(kindOf)).toEqual(Object.values(kinds))
})

test('a CSV file has columns in small letters, and numbers those alike', async () => {
  expect(await cellsOf(' A ,B,a,A\n1,2,3,4\n')).toEqual([[2, { a: '1', b: '2', 'a (2)': '3', 'a (3)': '4' }]])
})

test('a CSV file may leave out the last cells', async () => {
  expect(await cellsOf('a;b\n1;2\n', '3\n')).toEqual([
    [2, { a: '1', b: '2' }],
    [3, { a: '3' }],
  ])
})

test('a CSV file may have empty lines, regression: the line number after one was wrong', async () => {
  const records = await recordsOf('csv', '\n\na,b\n1,2\n\n\n3,4\n\n5,6,7\n\n"8\n",9,10\n\n')

  expect(records.map(({ line }) => line)).toEqual([4, 7, 9, 11])
})

test.each([',', ';', '\t'])('a CSV file has the delimiter of its header: %j', async (delimiter) => {
  const others = ',;\t'.replace(delimiter, '')

  expect(await cellsOf(`a${delimiter}b\n"1${others.repeat(3)}"${delimiter}2\n`)).toEqual([
    [2, { a: `1${others.repeat(3)}`, b: '2' }],
  ])
})

test('a CSV file may have its header in pieces, and its ends of lines too', async () => {
  expect(await cellsOf('a,', 'b\r', '\n1,"x\r', '\ny"\r', '\n')).toEqual([[2, { a: '1', b: 'x\ny' }]])
})

test.each([
  ['the file', '6,7\n8,9'],
  ['the file, which ends its last line', '6,7\n8,9\n'],
  ['the next one', '6,7\n8,"9"\n'],
  ['the next one, which is wrong too', '6,"7"x\n8,9"\n'],
])(
  'a wrong quotation mark is reported for all its rows up to the end of %s, regression: only the first was',
  async (_, rows) => {
    const text = `a,b\n1,2\n3,"4"x\n${rows}`

    const [first, broken, ...others] = await recordsOf('csv', text)

    expect(first?.line).toBe(2)
    expect(broken).toEqual({
      line: 3,
      broken: { name: 'brokenRow', detail: expect.stringMatching(/^Invalid Closing Quote: .* \(3 lines\)$/) },
    })
    expect(others).toEqual([])
  },
)

test('a CSV file continues after unreadable rows, in order', async () => {
  const rows = await recordsOf('csv', 'a,b\n1,2,3\n4,5\n6,"7"x\n8,"9"\n10,11\n12,13,14')

  expect(rows.map(({ line, broken }) => [line, broken?.detail?.replace(/:.*(?:comment|on line \d)/, '')])).toEqual([
    [2, 'Invalid Record Length'],
    [3, undefined],
    [4, 'Invalid Closing Quote (2 lines)'],
    [6, undefined],
    [7, 'Invalid Record Length'],
  ])
})

test('of lines of JSON, empty ones are none, and the last may have no end', async () => {
  expect(await recordsOf('jsonl', '{"a":1}\n\n  \n{"a"', ':2}')).toEqual([
    { line: 1, json: '{"a":1}' },
    { line: 4, json: '{"a":2}' },
  ])
  expect(await recordsOf('jsonl', '{"a":1}\r\n')).toEqual([{ line: 1, json: '{"a":1}' }])
})

test.each<FileKind>(['csv', 'jsonl'])(
  'a file of %s that ends within a character is in another encoding',
  async (kind) => {
    await expect(recordsOf(kind, 'a\n1\n', Buffer.from([0xd0]))).rejects.toMatchObject({
      reason: { name: 'otherEncoding', values: { encoding: 'utf-8' } },
    })
  },
)

test('a file of one line without an end is given up, regression: its beginning was split again with each piece', async () => {
  const pieces = Array.from({ length: 40 }, () => 'x'.repeat(65_536))

  await expect(recordsOf('jsonl', '{}\n', ...pieces)).rejects.toMatchObject({
    reason: { name: 'endlessLine', values: { line: 2 } },
  })
})

test('a hostile file of 20,000 columns is read in a moment, regression: each name was compared with all before it', async () => {
  const header = Array.from({ length: 20_000 }, (_, index) => `c${index % 10_000}`).join(',')

  const [record] = await recordsOf('csv', `${header}\n1\n`)

  expect(record?.cells?.get('c0')).toBe('1')
})

test('a hostile file of deep objects is refused by the reason, regression: it was the end of the stack', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  expect(() => cellsOfJson(deep)).toThrow(new SyntaxError('it is nested too deeply'))
})
