import { basename, join } from 'node:path'
import { asyncApiDocument } from '../infra/documents/asyncapi/document.ts'
import { serialized, staleness, writeGenerated } from '../infra/documents/generatedFile.ts'
import { openApiDocument } from '../infra/documents/openapi/document.ts'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../shared/operations.ts'
import { clientFiles } from '../shared/web/client/generator/clientFiles.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

const clientFolder = 'shared/web/client/generated'

/** The text of every generated file, by the place where it is committed. */
const generated = async (): Promise<readonly (readonly [string, string])[]> => {
  const api = openApiDocument(operations, manifest.version)
  const events = asyncApiDocument(manifest.version)
  const client = Object.entries(await clientFiles(api, events))
  return [
    ['shared/areas/service/openapi.json', serialized(api)],
    ['infra/documents/asyncapi/asyncapi.json', serialized(events)],
    ...client.map(([name, text]) => [join(clientFolder, name), text] as const),
  ]
}

const update = async (folder: string | undefined, isCheck: boolean): Promise<void> => {
  for (const [committed, text] of await generated()) {
    const file = folder === undefined ? committed : join(folder, basename(committed))
    if (!isCheck) writeGenerated(text, file)
    else {
      const stale = staleness(text, file)
      if (stale !== undefined) throw new Error(`${file} is stale: ${stale}. Run "npm run openapi" and commit it.`)
    }
  }
}

const description =
  'Writes the OpenAPI document of the operations, the AsyncAPI document of the events, and the types of the client'

const program = createProgram('npm run openapi --', description)
  .argument('[folder]', 'the output folder (default: the places where they are committed)')
  .option('--check', 'writes nothing, and fails if a committed file is stale')
  .action((folder: string | undefined, { check = false }: { readonly check?: boolean }) => update(folder, check))

process.exitCode = await runProgram(program, process.argv.slice(2))
