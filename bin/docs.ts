#!/usr/bin/env node
/**
 * Writes the README's generated tables; with `--check`, fails if they are stale.
 * Usage: node bin/docs.ts [--check] [file]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withTables } from '../infra/openapi/tables.ts'
import { operations } from '../shared/operations.ts'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const [file = 'README.md'] = positionals

/** What is wrong with the file, once it is written where it may be; undefined when nothing is. */
const update = (): string | undefined => {
  if (!existsSync(file)) return 'there is no such file'
  const committed = readFileSync(file, 'utf8')
  const current = withTables(committed, operations)
  if (current === committed) return undefined
  if (values.check) return 'its tables are stale. Run "npm run docs" and commit it.'
  writeFileSync(file, current)
  return undefined
}

const attempt = (): string | undefined => {
  try {
    return update()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const reason = attempt()
if (reason !== undefined) {
  process.stderr.write(`${file}: ${reason}\n`)
  process.exitCode = 1
}
