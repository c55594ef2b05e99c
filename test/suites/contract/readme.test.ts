import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { capsTable, operationsTable, problemsTable, ratesTable, withSection } from '../../../infra/documents/tables.ts'
import { workersTable } from '../../../infra/documents/workerTables.ts'
import { problems } from '../../../shared/contract/problems.ts'
import { caps, rates } from '../../../shared/mechanisms/limits/limits.ts'
import { operations } from '../../../shared/operations.ts'
import { duration } from '../../../shared/runtime/time/duration.ts'
import { workers } from '../../../shared/workers.ts'

test('the generated tables of the documents are current', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/docs.ts', '--check'], { encoding: 'utf8' })

  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('every operation, problem, cap, rate and worker has its row', () => {
  const rowsOf = (table: string) =>
    table
      .split('\n')
      .slice(2)
      .map((row) => row.split('`')[1])

  expect(rowsOf(operationsTable(operations))).toEqual(operations.map(({ id }) => id))
  expect(rowsOf(problemsTable())).toEqual(Object.keys(problems))
  expect(rowsOf(capsTable())).toEqual(Object.keys(caps))
  expect(rowsOf(ratesTable())).toEqual(Object.keys(rates))
  expect(rowsOf(workersTable())).toEqual(workers.map(({ id }) => id))
})

test.each([
  [0.3, '300 milliseconds'],
  [1, '1 second'],
  [90, '1.5 minutes'],
  [525, '8.75 minutes'],
  [600, '10 minutes'],
  [47 * 3600, '47 hours'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

test('a cell keeps its bars', () => {
  const [operation] = operations
  if (operation === undefined) throw new Error('the registry is empty')

  expect(operationsTable([{ ...operation, summary: 'this | that' }])).toContain('this \\| that')
})

test('a table goes between its markers and nothing else changes', () => {
  const document = 'Before.\n\n<!-- caps -->\n| old |\n<!-- /caps -->\n\nAfter.\n'
  const renewed = withSection(document, 'caps', '| new |')

  expect(renewed).toBe('Before.\n\n<!-- caps -->\n| new |\n<!-- /caps -->\n\nAfter.\n')
  expect(withSection(renewed, 'caps', '| new |')).toBe(renewed)
})

test('a missing marker is an error that names it', () => {
  expect(() => withSection('nothing here', 'operations', '')).toThrow('<!-- operations -->')
})
