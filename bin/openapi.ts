import { basename, join } from 'node:path'
import { asyncApiDocument } from '../infra/documents/asyncapi/document.ts'
import { openApiDocument } from '../infra/documents/openapi/document.ts'
import { staleness, writeDocument } from '../infra/documents/openapi/documentFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../shared/operations.ts'
import { createProgram, runProgram } from '../test/harness/cli/runProgram.ts'

const documents = {
  'shared/service/openapi.json': openApiDocument(operations, manifest.version),
  'infra/documents/asyncapi/asyncapi.json': asyncApiDocument(manifest.version),
}

const update = (folder: string | undefined, isCheck: boolean): void => {
  for (const [committed, document] of Object.entries(documents)) {
    const file = folder === undefined ? committed : join(folder, basename(committed))
    if (!isCheck) writeDocument(document, file)
    else {
      const stale = staleness(document, file)
      if (stale !== undefined) throw new Error(`${file} is stale: ${stale}. Run "npm run openapi" and commit it.`)
    }
  }
}

const description = 'Writes the OpenAPI document of the operations and the AsyncAPI document of the events'

const program = createProgram('npm run openapi --', description)
  .argument('[folder]', 'the output folder (default: the places where they are committed)')
  .option('--check', 'writes nothing, and fails if a committed document is stale')
  .action((folder: string | undefined, { check = false }: { readonly check?: boolean }) => update(folder, check))

process.exitCode = await runProgram(program, process.argv.slice(2))
