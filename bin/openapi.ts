#!/usr/bin/env node
/** Writes the OpenAPI document; with `--check`, fails if the committed one is stale. */
import { openApiDocument } from '../infra/openapi/document.ts'
import { staleness, writeOpenApi } from '../infra/openapi/openApiFile.ts'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../shared/operations.ts'

const document = openApiDocument(operations, manifest.version)

if (!process.argv.includes('--check')) writeOpenApi(document)
else {
  const stale = staleness(document)
  if (stale !== undefined) {
    process.stderr.write(`infra/openapi/openapi.json is stale: ${stale}. Run "npm run openapi" and commit it.\n`)
    process.exitCode = 1
  }
}
