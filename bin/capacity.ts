import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withSections } from '../infra/documents/tables.ts'
import { assemblyOf } from '../test/local/runner/cli/synthesis.ts'
import { capacityTables } from '../test/proofs/capacity/sections.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const description = `Computes the bill of a month and how far a deployment goes, from the template, the counts of the bench and the limits of AWS and of providers`

const program = createProgram('npm run capacity --', description)
  .option('--assembly <folder>', 'the folder of "npx cdk synth" (default: a new one)')
  .option('--write', 'renews the tables in the documents')
  .action(async ({ assembly, write }: { readonly assembly?: string; readonly write?: true }) => {
    const { assemblyFolder, release } = await assemblyOf({ projectFolder: resolve('.') }, assembly)
    try {
      const documents = Object.entries(capacityTables(assemblyFolder))
      if (write)
        for (const [file, tables] of documents) writeFileSync(file, withSections(readFileSync(file, 'utf8'), tables))
      else
        for (const [, tables] of documents)
          for (const content of Object.values(tables)) process.stdout.write(`${content()}\n\n`)
    } finally {
      release()
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
