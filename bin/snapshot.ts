import { existsSync, writeFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }
import { itemsFile, itemsText } from '../test/suites/compatibility/storedItems.ts'
import { writeItems } from '../test/suites/compatibility/writeItems.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram(
  'npm run snapshot --',
  'Has the service write every kind of item, and stores them as those of this release',
)
  .option('--replace', 'replaces existing items too: only before the release')
  .action(async ({ replace = false }: { readonly replace?: boolean }) => {
    const file = itemsFile(manifest.version)
    if (existsSync(file) && !replace) throw new Error(`${file} is there: what a release wrote never changes.`)
    writeFileSync(file, itemsText(await writeItems()))
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
