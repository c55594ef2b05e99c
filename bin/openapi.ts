#!/usr/bin/env node
/**
 * Writes the OpenAPI document; with `--check`, fails if the committed one is stale.
 * Usage: node bin/openapi.ts [--check] [file]
 */
import { parseArgs } from 'node:util'
import { openApiDocument } from '../infra/openapi/document.ts'
import { staleness, writeOpenApi } from '../infra/openapi/openApiFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../shared/operations.ts'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const [file = 'shared/service/openapi.json'] = positionals
const document = openApiDocument(operations, manifest.version)

if (!values.check) writeOpenApi(document, file)
else {
  const stale = staleness(document, file)
  if (stale !== undefined) {
    process.stderr.write(`${file} is stale: ${stale}. Run "npm run openapi" and commit it.\n`)
    process.exitCode = 1
  }
}
