import { readFileSync } from 'node:fs'
import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { asyncApiDocument } from '../../infra/documents/asyncapi/document.ts'
import manifest from '../../package.json' with { type: 'json' }

const document = asyncApiDocument(manifest.version)

const referencesIn = (node: unknown): string[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
      )

const resolve = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

test('the document of events is valid AsyncAPI 3.0', () => {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(specification)

  expect(validate(document) ? [] : validate.errors?.slice(0, 5)).toEqual([])
})

test('no reference of it dangles', () => {
  const references = referencesIn(document)

  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
})

test('the committed document of events is that of the schemas', () => {
  const committed = JSON.parse(
    readFileSync(new URL('../../infra/documents/asyncapi/asyncapi.json', import.meta.url), 'utf8'),
  )

  expect(committed).toEqual(document)
})
