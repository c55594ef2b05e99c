import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withTables } from '../infra/documents/tables.ts'
import { operations } from '../shared/operations.ts'
import { createProgram, messageOf, runProgram } from '../test/harness/cli/runProgram.ts'

/** Writes the file's tables, unless `isCheck` is set, and returns the problem that remains, if any. */
const update = (file: string, isCheck: boolean): string | undefined => {
  if (!existsSync(file)) return 'there is no such file'
  const committed = readFileSync(file, 'utf8')
  const current = withTables(committed, operations)
  if (current === committed) return undefined
  if (isCheck) return 'its tables are stale. Run "npm run docs" and commit it.'
  writeFileSync(file, current)
  return undefined
}

const attempt = (file: string, isCheck: boolean): string | undefined => {
  try {
    return update(file, isCheck)
  } catch (error) {
    return messageOf(error)
  }
}

const program = createProgram('npm run docs --', "Writes the generated tables of the API's guide")
  .argument('[file]', 'the file with the tables', 'shared/README.md')
  .option('--check', 'writes nothing, and fails if the tables are stale')
  .action((file: string, { check = false }: { readonly check?: boolean }) => {
    const reason = attempt(file, check)
    if (reason !== undefined) throw new Error(`${file}: ${reason}`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
