import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withSection } from '../infra/documents/tables.ts'
import { assemblyOf } from '../test/local/runner/cli/synthesis.ts'
import { benchCounts } from '../test/proofs/growth/counts.ts'
import { assemblyResources, deployedFacts } from '../test/proofs/growth/deployedFacts.ts'
import { growthSections } from '../test/proofs/growth/sections.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const guide = 'infra/README.md'

const description = `Computes the bill of a month and how far a deployment goes, from the template, the counts of the bench and the limits of AWS and of providers`

const program = createProgram('npm run growth --', description)
  .option('--assembly <folder>', 'the folder of "npx cdk synth" (default: made anew)')
  .option('--write', `renews the tables in ${guide}`)
  .action(async ({ assembly, write }: { readonly assembly?: string; readonly write?: true }) => {
    const { assemblyFolder, release } = await assemblyOf({ projectFolder: resolve('.') }, assembly)
    try {
      const sections = Object.entries(growthSections(deployedFacts(assemblyResources(assemblyFolder)), benchCounts))
      if (!write) return void process.stdout.write(`${sections.map(([, content]) => content).join('\n\n')}\n`)
      const renewed = sections.reduce(
        (text, [name, content]) => withSection(text, name, content),
        readFileSync(guide, 'utf8'),
      )
      writeFileSync(guide, renewed)
    } finally {
      release()
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
