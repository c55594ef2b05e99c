import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { gzip } from '../../../../shared/mechanisms/http/gzipped.ts'
import { clientFiles } from '../../../../shared/web/client/generator/clientFiles.ts'

const info = { title: 'T', version: '1' }

test('the client’s generated types are named, read-only and optional where a default exists', async () => {
  const properties = { name: { type: 'string', default: 'a' } }
  const schemas = { VATRate: { type: 'object', properties } }
  const message = { VATMessage: { type: 'object', properties } }
  const api = { openapi: '3.1.1', info, paths: {}, components: { schemas } }

  const files = await clientFiles(api, { info, components: { schemas: message } })

  const source = '// Written by "npm run openapi" from the documents of the interface.\n'
  expect(Object.keys(files)).toEqual(['api.ts', 'events.ts', 'leastRoles.ts', 'unrepeatablePaths.ts'])
  for (const text of Object.values(files)) expect(text.startsWith(`${source}export `)).toBe(true)
  expect(files['api.ts']).toContain("\nexport type VATRate = components['schemas']['VATRate'];\n")
  expect(files['events.ts']).toContain("\nexport type VATMessage = components['schemas']['VATMessage'];\n")
  expect(files['api.ts']).toContain('readonly name?: string;')
})

test('the generated files of the client list the commands that take no key, in alphabetical order', async () => {
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
  const api = { openapi: '3.1.1', info, paths, components: { schemas: {}, parameters } }
  const before = structuredClone(api)

  const files = await clientFiles(api, { info, components: { schemas: {} } })

  expect(api).toEqual(before)
  expect(files['unrepeatablePaths.ts']?.split(' = ')[1]).toBe('[\n  "/half",\n  "/z"\n]\n')
})

test('the generated files of the client have the least role of each path that members may call', async () => {
  const operation = (role?: string) => ({ ...(role && { 'x-least-role': role }), responses: {} })
  const paths = {
    '/z': { get: operation('moderator'), put: operation('editor') },
    '/owned': { get: operation('moderator'), post: operation('owner') },
    '/public': { get: operation() },
    '/a': { get: operation('moderator') },
  }

  const files = await clientFiles({ openapi: '3.1.1', info, paths }, { info, components: { schemas: {} } })

  expect(files['leastRoles.ts']?.split(' = ')[1]).toBe('{\n  "/a": "moderator",\n  "/z": "editor"\n}\n')
})

test('the client is 7 KB of gzip, as its README says', async () => {
  const options = { bundle: true, minify: true, write: false, format: 'esm' } as const
  const { outputFiles } = await build({ ...options, entryPoints: ['shared/web/client/serviceClient.ts'] })

  expect(gzip(outputFiles[0]?.text ?? '').length / 1000).toBeCloseTo(7, 0)
})
