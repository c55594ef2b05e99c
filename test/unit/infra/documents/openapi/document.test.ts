import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApiDocument } from '../../../../../infra/documents/openapi/document.ts'
import { tagDescriptions } from '../../../../../infra/documents/openapi/tags.ts'
import manifest from '../../../../../package.json' with { type: 'json' }
import type { Area, Operation } from '../../../../../shared/contract/operation.ts'

const getHealth: Operation = {
  id: 'getHealth',
  area: 'service',
  method: 'GET',
  path: '/health',
  summary: 'Say hello',
  auth: 'none',
  success: { body: z.string() },
  problems: [],
  access: {},
}

/** The document as its readers get it. */
const documentOf = (operations: readonly Operation[], version: string) =>
  JSON.parse(JSON.stringify(openApiDocument(operations, version)))

test('what the document says of the whole interface is committed', () => {
  const committed = JSON.parse(readFileSync('shared/service/openapi.json', 'utf8'))
  const areas = Object.keys(tagDescriptions) as Area[]
  const one = areas.map((area) => ({ ...getHealth, id: area, area, path: `/${area}` }))

  const { paths, components, ...whole } = documentOf(one, manifest.version)

  const { paths: _, components: committedComponents, ...committedWhole } = committed
  expect(whole).toStrictEqual(committedWhole)
  expect(Object.keys(paths)).toEqual(areas.map((area) => `/${area}`))
  const { securitySchemes, parameters, headers, schemas, responses } = components
  expect({ securitySchemes, parameters, headers }).toStrictEqual({
    securitySchemes: committedComponents.securitySchemes,
    parameters: committedComponents.parameters,
    headers: committedComponents.headers,
  })
  for (const [name, schema] of Object.entries(schemas)) expect(schema).toStrictEqual(committedComponents.schemas[name])
  for (const [name, response] of Object.entries(responses))
    expect(response).toStrictEqual(committedComponents.responses[name])
  expect(Object.keys(schemas)).toEqual(['GatewayError', 'Problem', 'Violation'])
})

test('operations of one path stand together, and only their areas are described', () => {
  const addHealth = { ...getHealth, id: 'addHealth', method: 'POST' as const }
  const getNews = { ...getHealth, id: 'getNews', path: '/news', area: 'news' as const }

  const { paths, tags, info } = documentOf([getHealth, getNews, addHealth], '1.2.3')

  expect(paths).toMatchObject({
    '/health': { get: { operationId: 'getHealth' }, post: { operationId: 'addHealth' } },
    '/news': { get: { operationId: 'getNews' } },
  })
  expect(tags.map(({ name }: { readonly name: string }) => name)).toEqual(['news', 'service'])
  expect(info.version).toBe('1.2.3')
})

test('operations on personal data keep the tag that clients of generators know', () => {
  const exportData = { ...getHealth, id: 'exportData', path: '/recipients', area: 'personalData' as const }

  const { paths, tags } = documentOf([exportData], '1')

  expect(paths['/recipients'].get.tags).toEqual(['recipients'])
  expect(tags.map(({ name }: { readonly name: string }) => name)).toEqual(['recipients'])
})
