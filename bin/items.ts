import { existsSync, writeFileSync } from 'node:fs'
import { itemsFile, itemsText } from '../test/suites/compatibility/storedItems.ts'
import { writeItems } from '../test/suites/compatibility/writeItems.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram(
  'npm run items --',
  'Has the service write every kind of item, and stores them as those of this release',
)
  .option('--replace', 'replaces existing items too: only before the release')
  .action(async ({ replace = false }: { readonly replace?: boolean }) => {
    if (existsSync(itemsFile) && !replace) throw new Error(`${itemsFile} is there: what a release wrote never changes.`)
    writeFileSync(itemsFile, itemsText(await writeItems()))
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
