import { buildPage, builtFile, isStale, webPages, writePage } from '../infra/bundling/webPages.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram('npm run overlay --', 'Builds the pages of the overlay, the panel and the donors')
  .option('--check', 'writes nothing, and fails if a committed page is stale')
  .action(async ({ check }: { readonly check?: true }) => {
    for (const source of webPages) {
      const page = await buildPage(source)
      if (!check) writePage(page, builtFile(source))
      else if (isStale(page, builtFile(source)))
        throw new Error(`The page of ${source.folder} is stale. Run "npm run overlay" and commit it.`)
    }
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
