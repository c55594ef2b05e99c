import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  capsTable,
  operationsTable,
  problemsTable,
  ratesTable,
  withSection,
  withTables,
} from '../../../infra/documents/tables.ts'
import { problems } from '../../../shared/contract/problems.ts'
import { caps, rates } from '../../../shared/mechanisms/limits/limits.ts'
import { operations } from '../../../shared/operations.ts'

const readme = `# A service

<!-- caps -->
<!-- /caps -->
<!-- rates -->
<!-- /rates -->

<!-- operations -->
<!-- /operations -->

Errors:

<!-- problems -->
| old |
<!-- /problems -->

The end.
`

const readmeFile = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'readme-')), 'README.md')
  writeFileSync(file, text)
  return file
}

const docs = (...args: string[]) => spawnSync(process.execPath, ['bin/docs.ts', ...args], { encoding: 'utf8' })

test.skipIf(!existsSync('README.md'))("the README's tables are those of the registry and the catalogue", () => {
  const { status, stderr } = docs('--check')

  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('every operation, problem, cap and rate has its row', () => {
  const rowsOf = (table: string) => table.split('\n').slice(2)

  expect(rowsOf(operationsTable(operations)).map((row) => row.split('`')[1])).toEqual(operations.map(({ id }) => id))
  expect(rowsOf(problemsTable()).map((row) => row.split('`')[1])).toEqual(Object.keys(problems))
  expect(rowsOf(capsTable()).map((row) => row.split('`')[1])).toEqual(Object.keys(caps))
  expect(rowsOf(ratesTable()).map((row) => row.split('`')[1])).toEqual(Object.keys(rates))
})

test('a cap is given in items and megabytes, a rate in minutes', () => {
  expect(capsTable()).toContain('| `actions` | actions | 2000, and 5 MB |\n| `configs` |')
  expect(capsTable()).toContain('| `gateways` | gateway credentials | 20 |')
  expect(ratesTable()).toContain('| `goals` | goals that are set | 30 | 10 minutes |')
  expect(ratesTable()).toContain('| `testAlerts` | test alerts | 60 | a minute |')
})

test('a cell keeps its bars', () => {
  const [operation] = operations
  if (operation === undefined) throw new Error('the registry is empty')

  expect(operationsTable([{ ...operation, summary: 'this | that' }])).toContain('this \\| that')
})

test('the tables go between their markers and nothing else changes', () => {
  const once = withTables(readme, operations)

  expect(once).toContain(`<!-- operations -->\n${operationsTable(operations)}\n<!-- /operations -->\n\nErrors:`)
  expect(once).not.toContain('| old |')
  expect(once.endsWith('<!-- /problems -->\n\nThe end.\n')).toBe(true)
  expect(withTables(once, operations)).toBe(once)
})

test('a missing marker is an error that names it', () => {
  expect(() => withSection('nothing here', 'operations', '')).toThrow('<!-- operations -->')
})

test.each([
  ['a README without markers', () => readmeFile('# Nothing\n'), 'there is no section'],
  ['no README', () => '/nonexistent/README.md', 'there is no such file'],
])('%s is one clear line', (_, file, reason) => {
  const { status, stderr } = docs('--check', file())

  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toContain(reason)
})
