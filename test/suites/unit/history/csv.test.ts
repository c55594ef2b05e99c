import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvChunks, csvFile, csvHeader, csvLine, textField } from '../../../../shared/areas/history/csv.ts'
import { printCsv } from '../../../../shared/areas/history/printContract.ts'
import { csvRows as parsed } from '../../../support/csvRows.ts'
import { runs } from '../../../support/runs.ts'

/** An item as DynamoDB hands it over. */
const row = (item: object): Record<string, AttributeValue> => marshall(item, { removeUndefinedValues: true })

test('the header has a byte order mark and the columns', () => {
  expect(csvHeader.charCodeAt(0)).toBe(0xfeff)
  expect(parsed(csvHeader)).toEqual([
    'id,event,system,timestamp,nickname,amount,currency,message,goal,actions,levelName,count,refunded'.split(','),
  ])
  expect(printCsv.description).toContain(`columns \`${csvHeader.slice(1).trim().replaceAll(',', ', ')}\``)
})

test('an amount of a currency outside ISO 4217 is exact', () => {
  const amount = { major: 0, minor: 12_500, currency: 'BTC', exponent: 8 }

  const line = csvLine(
    row({ id: 'i-1', event: 'payment', system: 'Manual', timestamp: '2026-03-01T18:30:00Z', amount }),
  )

  expect(parsed(line)[0]?.slice(5, 7)).toEqual(['0.00012500', 'BTC'])
})

test('a line has a field for each column', () => {
  const line = csvLine(
    row({
      id: 'i-1',
      event: 'payment',
      system: 'Ko-fi',
      timestamp: '2026-03-01T18:30:00Z',
      nickname: 'bob, "the" builder',
      amount: { major: 12, minor: 34, currency: 'EUR' },
      message: 'line 1\r\nline 2',
      goals: ['new chair', 'a, b'],
      actions: JSON.stringify([{ actionId: 'a-1', name: 'spawn', parameters: {} }, { actionId: 'a-2' }]),
      levelName: 'gold',
      count: 3,
      refunded: { major: 2, minor: 4, currency: 'EUR' },
    }),
  )

  expect(line.endsWith('\r\n')).toBe(true)
  expect(parsed(line)).toEqual([
    [
      'i-1',
      'payment',
      'Ko-fi',
      '2026-03-01T18:30:00Z',
      'bob, "the" builder',
      '12.34',
      'EUR',
      'line 1\r\nline 2',
      'new chair; a, b',
      'spawn; a-2',
      'gold',
      '3',
      '2.04',
    ],
  ])
})

test('a missing member is an empty field', () => {
  const line = csvLine(row({ id: 'i-1', event: 'follow', system: 'Twitch', timestamp: '2026-03-01T18:30:00Z' }))

  expect(line).toBe('i-1,follow,Twitch,2026-03-01T18:30:00Z,,,,,,,,,\r\n')
})

test('goals that are no list are an empty field', () => {
  expect(csvLine({ id: { S: 'i' }, goals: { S: 'chair' } })).toBe(csvLine({ id: { S: 'i' } }))
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['x;=cmd!A0;', "x;'=cmd!A0;"],
  ['ok\t=1', "ok\t'=1"],
  ['a; \u00a0+1;-1', "a;' \u00a0+1;'-1"],
  ['a;"=1', `a;'"=1`],
  ['a; b', 'a; b'],
  ['\0=1', "'\0=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['   =1', "'   =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u3000＝1', "'\u3000＝1"],
  [' \t', "' \t"],
  ['=1,"2"', `'=1,"2"`],
  ['a=1', 'a=1'],
  [' a', ' a'],
  ['10.05', '10.05'],
  ["'=1", "'=1"],
  ['', ''],
])('a text that is a formula is guarded: %j reads %j', (text, expected) => {
  expect(parsed(`${textField(text)},x\r\n`)).toEqual([[expected, 'x']])
})

test('formulas are guarded in every column of text, and in no other', () => {
  const bad = '=cmd'
  const line = csvLine(
    row({
      id: 'i',
      event: bad,
      system: bad,
      timestamp: '2026-03-01T18:30:00Z',
      nickname: bad,
      message: bad,
      goals: [bad],
      actions: JSON.stringify([{ actionId: 'a', name: bad }]),
      levelName: bad,
      count: 1,
    }),
  )

  expect(line).toBe("i,'=cmd,'=cmd,2026-03-01T18:30:00Z,'=cmd,,,'=cmd,'=cmd,'=cmd,'=cmd,1,\r\n")
})

/** A text as it is printed, character by character. */
const guarded = (text: string): string => {
  const isFormula = (rest: string) => /^[\s"]*[=+\-@\0＝]/.test(rest.replace(/[\t\r\n].*/su, ''))
  const inner = [...text].map((sign, index, signs) =>
    ';\t\r\n'.includes(sign) && isFormula(signs.slice(index + 1).join('')) ? `${sign}'` : sign,
  )
  return /^\s*[=+\-@\t\r\n\0＝]/.test(text) ? `'${inner.join('')}` : inner.join('')
}

test('no cell begins like a formula, whatever a spreadsheet splits lines at', () => {
  const text = fc.string({ unit: fc.constantFrom(...'a,"\r\n\t =+-@＝\0\u00a0;') })
  fc.assert(
    fc.property(text, text, (nickname, message) => {
      const line = csvLine(row({ id: 'i', nickname, message }))

      for (const cell of [line.split(/[;\r\n]/), line.split(/[\t\r\n]/)].flat())
        expect(cell).not.toMatch(/^["\s]*[=+\-@＝\0]/)
    }),
    { numRuns: runs(200, 1000) },
  )
})

test('any texts are read as they were, but for the quote before a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab;,"\r\n\t =+-@＝\0\u00a0é😀\'') })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), (items) => {
      const lines = items.map(([nickname, message]) => csvLine(row({ id: 'i', nickname, message })))
      const read = parsed(csvHeader + lines.join('')).slice(1)

      expect(read.map((fields) => [fields[4], fields[7]])).toEqual(items.map((texts) => texts.map(guarded)))
    }),
    { numRuns: runs(60, 300) },
  )
})

test('a page comes in chunks of some 64 KiB that are its lines', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => row({ id: `i-${index}`, message: 'x'.repeat(100) }))

  const chunks = [...csvChunks(rows)]

  expect(chunks.length).toBeGreaterThan(2)
  for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(64 * 1024)
  expect(chunks.join('')).toBe(rows.map(csvLine).join(''))
  expect([...csvChunks([])]).toEqual([])
})

test('a chunk ends with the line that makes it 64 KiB', () => {
  const bare = csvLine(row({ id: 'i' })).length
  const exact = row({ id: 'i', message: 'x'.repeat(64 * 1024 - bare) })

  expect([...csvChunks([exact, exact])].map(({ length }) => length)).toEqual([64 * 1024, 64 * 1024])
})

test('a guarded text is quoted, also where it has nothing that has to be', () => {
  expect(textField('a;=1+1')).toBe(`"a;'=1+1"`)
  expect(textField('a;b')).toBe('a;b')
})

test('the file of a print is CSV in UTF-8 with the header', () => {
  expect(csvFile).toMatchObject({ contentType: 'text/csv; charset=utf-8', head: csvHeader, chunks: csvChunks })
})
