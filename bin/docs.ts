import { readFileSync, writeFileSync } from 'node:fs'
import { documentTables } from '../infra/documents/documentTables.ts'
import { withSections } from '../infra/documents/tables.ts'
import { createProgram, messageOf, runProgram } from './commandLine/runProgram.ts'

const documents = documentTables

const renewed = (file: string, committed: string): string => {
  try {
    return withSections(committed, documents[file as keyof typeof documents] ?? {})
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`)
  }
}

const program = createProgram('npm run docs --', 'Writes the generated tables of the documents')
  .option('--check', 'writes nothing, and fails if a table is stale')
  .action(({ check = false }: { readonly check?: boolean }) => {
    for (const file of Object.keys(documents)) {
      const committed = readFileSync(file, 'utf8')
      const current = renewed(file, committed)
      if (current === committed) continue
      if (check) throw new Error(`${file}: its tables are stale. Run "npm run docs" and commit it.`)
      writeFileSync(file, current)
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
