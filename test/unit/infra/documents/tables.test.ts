import { expect, test } from 'vitest'
import {
  capsTable,
  operationsTable,
  problemsTable,
  ratesTable,
  withSection,
  withTables,
} from '../../../../infra/documents/tables.ts'
import type { Operation } from '../../../../shared/contract/operation.ts'

const described = [
  { id: 'addNews', method: 'POST', path: '/news', summary: 'Add this | that' },
  { id: 'getHealth', method: 'GET', path: '/health', summary: 'Say hello', auth: 'none' },
] as unknown as readonly Operation[]

const linesOf = (table: string, count: number): readonly string[] => table.split('\n').slice(0, count)

test('an operation is a row, which says whether it needs no token, and keeps its bars', () => {
  expect(operationsTable(described)).toBe(
    [
      '| Operation | Method and path | Purpose |',
      '| --- | --- | --- |',
      '| `addNews` | `POST /news` | Add this \\| that |',
      '| `getHealth` | `GET /health` | Say hello (without a token) |',
    ].join('\n'),
  )
})

test('a problem is a row with its status, code and title', () => {
  expect(linesOf(problemsTable(), 3)).toEqual([
    '| Status | `code` | Meaning |',
    '| --- | --- | --- |',
    '| 400 | `malformed_body` | The body is not a valid JSON object |',
  ])
})

test('a cap is a row with what is counted, and its bytes if they are limited', () => {
  expect(linesOf(capsTable(), 4)).toEqual([
    '| Collection | Counted | At most |',
    '| --- | --- | --- |',
    '| `announcers` | announcers | 100 |',
    '| `actions` | actions | 2000, and 5 MB |',
  ])
})

test('a rate is a row with its window in minutes', () => {
  const rows = ratesTable().split('\n')

  expect(rows.slice(0, 3)).toEqual([
    '| Rate | Counted | At most | Within |',
    '| --- | --- | --- | --- |',
    '| `prints` | prints | 100 | 1440 minutes |',
  ])
  expect(rows).toContain('| `testAlerts` | test alerts | 60 | a minute |')
})

test('a section is replaced between its markers, and nothing else is', () => {
  const text = 'a\n<!-- /b -->\n<!-- b -->old\nold<!-- /b -->\nc\n<!-- /b -->'

  expect(withSection(text, 'b', 'new')).toBe('a\n<!-- /b -->\n<!-- b -->\nnew\n<!-- /b -->\nc\n<!-- /b -->')
})

test('a section at the beginning is replaced', () => {
  expect(withSection('<!-- b --><!-- /b -->', 'b', 'new')).toBe('<!-- b -->\nnew\n<!-- /b -->')
})

test.each([
  ['both markers', 'text'],
  ['the first marker', '<!-- /b -->'],
  ['the last marker', '<!-- b -->'],
  ['the last marker after the first', '<!-- /b --><!-- b -->'],
])('without %s, that is an error', (_, text) => {
  expect(() => withSection(text, 'b', 'new')).toThrow('there is no section <!-- b --> … <!-- /b -->')
})

test('the README gets all four tables', () => {
  const readme = ['rates', 'caps', 'problems', 'operations'].map((name) => `<!-- ${name} -->\n<!-- /${name} -->\n`)

  expect(withTables(readme.join(''), described)).toBe(
    [
      `<!-- rates -->\n${ratesTable()}\n<!-- /rates -->\n`,
      `<!-- caps -->\n${capsTable()}\n<!-- /caps -->\n`,
      `<!-- problems -->\n${problemsTable()}\n<!-- /problems -->\n`,
      `<!-- operations -->\n${operationsTable(described)}\n<!-- /operations -->\n`,
    ].join(''),
  )
})
