import { builtFiles, isStale, webPages, writeBuilt } from '../infra/bundling/webPages.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram('npm run pages --', 'Builds the pages of the overlay, the panel and the donors')
  .option('--check', 'writes nothing, and fails if a committed page is stale')
  .action(async ({ check }: { readonly check?: true }) => {
    for (const source of webPages) {
      for (const [file, built] of Object.entries(await builtFiles(source))) {
        if (!check) writeBuilt(built, file)
        else if (isStale(built, file)) throw new Error(`${file} is stale. Run "npm run pages" and commit it.`)
      }
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
