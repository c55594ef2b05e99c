import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from '../test/proofs/documentChecks/checks.ts'
import { install } from '../test/proofs/documentChecks/programs.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

const description = `Lints the OpenAPI and the AsyncAPI document with Spectral and Redocly, and compiles the clients that hey-api, orval, openapi-generator
(typescript-fetch, Java, Python) and openapi-python-client make. Fetches them from npm, Maven and PyPI; skips what needs Java, Maven or Python where there is none.`

const program = createProgram('npm run lint:documents --', description)
program.action(() => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  try {
    install()
    if (runChecks(folder, (line) => process.stdout.write(`${line}\n`)) > 0) throw new CommandFailed()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

process.exitCode = await runProgram(program, process.argv.slice(2))
