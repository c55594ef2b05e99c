import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clientFiles } from '../../../shared/client/generator/clientFiles.ts'

const documentAt = (path: string): object => JSON.parse(readFileSync(path, 'utf8'))
const api = documentAt('shared/service/openapi.json')
const events = documentAt('infra/documents/asyncapi/asyncapi.json')

describe('the generated files of the client', () => {
  test('are those that the documents make, which stay as they are', async () => {
    const [apiBefore, eventsBefore] = [structuredClone(api), structuredClone(events)]

    const files = await clientFiles(api, events)

    expect(Object.keys(files)).toEqual(['api.ts', 'events.ts', 'unrepeatablePaths.ts'])
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(`shared/client/generated/${name}`, 'utf8') === text, name).toBe(true)
    expect([api, events]).toEqual([apiBefore, eventsBefore])
  })

  test('tell, of commands alone and in alphabetical order, which ones take no key', async () => {
    const key = { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }
    const paths = {
      '/z': { post: {} },
      '/read': { get: {} },
      '/keyed': { post: key, put: key },
      '/half': { post: key, put: { parameters: [{ $ref: '#/components/parameters/Other' }] } },
    }
    const parameter = { in: 'header', required: false, schema: { type: 'string' } }
    const parameters = {
      IdempotencyKey: { name: 'Idempotency-Key', ...parameter },
      Other: { name: 'Other', ...parameter },
    }
    const document = { openapi: '3.1.1', info: { title: 'T', version: '1' }, paths: {}, components: { schemas: {} } }

    const files = await clientFiles({ ...document, paths, components: { schemas: {}, parameters } }, document)

    expect(files['unrepeatablePaths.ts']?.split(' = ')[1]).toBe('[\n  "/half",\n  "/z"\n]\n')
  })
})
