import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withSection, withTables } from '../infra/documents/tables.ts'
import { operations } from '../shared/operations.ts'
import { parts } from '../test/proofs/mutation/parts.ts'
import { readScores, scoresTable } from '../test/proofs/mutation/scores.ts'
import { createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'

type Renew = (text: string) => string

const withApiTables: Renew = (text) => withTables(text, operations)
const withScores: Renew = (text) => withSection(text, 'mutation', scoresTable(parts, readScores()))

/** Writes the file's tables, unless `isCheck` is set, and returns the problem that remains, if any. */
const update = (file: string, renew: Renew, isCheck: boolean): string | undefined => {
  if (!existsSync(file)) return 'there is no such file'
  const committed = readFileSync(file, 'utf8')
  const current = renew(committed)
  if (current === committed) return undefined
  if (isCheck) return 'its tables are stale. Run "npm run docs" and commit it.'
  writeFileSync(file, current)
  return undefined
}

const attempt = (file: string, renew: Renew, isCheck: boolean): void => {
  let reason: string | undefined
  try {
    reason = update(file, renew, isCheck)
  } catch (error) {
    reason = messageOf(error)
  }
  if (reason !== undefined) throw new Error(`${file}: ${reason}`)
}

const program = createProgram(
  'npm run docs --',
  "Writes the generated tables of the API's guide and of the tests' guide",
)
  .argument('[file]', "another file with the API's tables, to be written alone")
  .option('--check', 'writes nothing, and fails if the tables are stale')
  .action((file: string | undefined, { check = false }: { readonly check?: boolean }) => {
    attempt(file ?? 'shared/README.md', withApiTables, check)
    if (file === undefined) attempt('test/REFERENCE.md', withScores, check)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
