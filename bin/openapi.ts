#!/usr/bin/env node
/**
 * Writes the OpenAPI document of the operations and the AsyncAPI document of the events; with `--check`, fails if a committed one is
 * stale. Usage: node bin/openapi.ts [--check] [folder]; without a folder, the documents are those of the checkout.
 */
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { asyncApiDocument } from '../infra/asyncapi/document.ts'
import { openApiDocument } from '../infra/openapi/document.ts'
import { staleness, writeDocument } from '../infra/openapi/documentFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../shared/operations.ts'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const [folder] = positionals
const documents = {
  'shared/service/openapi.json': openApiDocument(operations, manifest.version),
  'infra/asyncapi/asyncapi.json': asyncApiDocument(manifest.version),
}

for (const [committed, document] of Object.entries(documents)) {
  const file = folder === undefined ? committed : join(folder, basename(committed))
  if (!values.check) writeDocument(document, file)
  else {
    const stale = staleness(document, file)
    if (stale !== undefined) {
      process.stderr.write(`${file} is stale: ${stale}. Run "npm run openapi" and commit it.\n`)
      process.exitCode = 1
    }
  }
}
