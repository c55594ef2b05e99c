import { buildOverlayPage, isStale, writeOverlayPage } from '../infra/build/overlayPage.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const program = createProgram('npm run overlay --', "Builds the overlay's page from shared/overlayPage")
  .option('--check', 'writes nothing, and fails if the committed page is stale')
  .action(async ({ check }: { readonly check?: true }) => {
    const page = await buildOverlayPage()
    if (!check) writeOverlayPage(page)
    else if (isStale(page)) throw new Error('The page of the overlay is stale. Run "npm run overlay" and commit it.')
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
