import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asyncApiDocument } from '../../../../../infra/documents/asyncapi/document.ts'
import manifest from '../../../../../package.json' with { type: 'json' }

test('the committed document of events is that of the schemas', () => {
  const committed = JSON.parse(readFileSync('infra/documents/asyncapi/asyncapi.json', 'utf8'))

  expect(committed).toStrictEqual(JSON.parse(JSON.stringify(asyncApiDocument(manifest.version))))
})
