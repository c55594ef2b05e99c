import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Components } from '../../../../../infra/documents/openapi/components.ts'
import { operationObject } from '../../../../../infra/documents/openapi/operationObject.ts'
import type { Operation } from '../../../../../shared/contract/operation.ts'

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

const described = z.string().check(z.meta({ description: 'A thing' }))

const putThing: Operation = {
  id: 'putThing',
  area: 'config',
  method: 'PUT',
  path: '/things/{thingId}',
  summary: 'Put a thing',
  description: 'A thing is put.',
  params: { thingId: described },
  query: z.object({ dry: z._default(z.string(), 'no') }),
  headers: { 'if-match': z._default(z.string(), '*') },
  body: z.object({ size: z.optional(z.number()) }),
  success: {
    description: 'Put',
    body: z.object({ size: z._default(z.number(), 0) }),
    headers: { etag: z._default(described, '"0"'), 'x-seen': z.optional(z.string()) },
  },
  problems: [],
  access: {},
  examples: [
    { name: 'small', params: { thingId: 'one' }, body: { size: 1 }, answer: { size: 1 } },
    { name: 'none', params: { thingId: 'two' }, headers: { 'if-match': '"1"' }, body: {}, answer: { size: 0 } },
  ],
}

/** The operation's object without its problems, and the schemas that it brings. */
const documented = (operation: Operation) => {
  const components = new Components()
  const { responses, ...described } = operationObject(operation, components)
  const { '200': success, ...problems } = responses as Readonly<Record<string, unknown>>
  return { described, success, problems, schemas: components.section('schemas') }
}

test('an operation without input tells what it answers', () => {
  const { described, success, problems } = documented(getHealth)

  expect(described).toStrictEqual({
    operationId: 'getHealth',
    tags: ['service'],
    summary: 'Say hello',
    security: [],
  })
  expect(success).toStrictEqual({
    description: 'Success',
    content: { 'application/json': { schema: { type: 'string' } } },
  })
  expect(Object.keys(problems)).toEqual(['429', '431', '500', '503'])
})

test('every part of a request is described, with its examples, and what has a default may be absent', () => {
  const { described } = documented(putThing)

  expect(described).toStrictEqual({
    operationId: 'putThing',
    tags: ['config'],
    summary: 'Put a thing',
    description: 'A thing is put.',
    parameters: [
      {
        name: 'thingId',
        in: 'path',
        description: 'A thing',
        required: true,
        schema: { type: 'string' },
        examples: { small: { value: 'one' }, none: { value: 'two' } },
      },
      { name: 'dry', in: 'query', schema: { type: 'string', default: 'no' } },
      {
        name: 'If-Match',
        in: 'header',
        schema: { type: 'string', default: '*' },
        examples: { none: { value: '"1"' } },
      },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/PutThingRequest' },
          examples: { small: { value: { size: 1 } }, none: { value: {} } },
        },
      },
    },
  })
})

test('an answer is described with its headers, named after its operation, and has what has a default', () => {
  const { success, schemas } = documented(putThing)

  expect(success).toStrictEqual({
    description: 'Put',
    headers: {
      ETag: { description: 'A thing', required: true, schema: { type: 'string', default: '"0"' } },
      'X-Seen': { schema: { type: 'string' } },
      'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/PutThingAnswer' },
        examples: { small: { value: { size: 1 } }, none: { value: { size: 0 } } },
      },
    },
  })
  expect(schemas).toMatchObject({
    PutThingAnswer: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] },
    PutThingRequest: { type: 'object', properties: { size: { type: ['number', 'null'] } } },
  })
})

test('a signed message may be of any type, and a text keeps its own', () => {
  const { described, success } = documented({
    ...getHealth,
    method: 'POST',
    rawBody: true,
    success: { body: z.string(), contentType: 'text/html' },
  })

  expect(described).toStrictEqual({
    operationId: 'getHealth',
    tags: ['service'],
    summary: 'Say hello',
    security: [],
    requestBody: { required: true, content: { '*/*': { schema: {} } } },
  })
  expect(success).toStrictEqual({
    description: 'Success',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
})

test('an operation of the caller asks for the token that the document asks for', () => {
  const { auth: _, ...ofCaller } = getHealth

  expect(documented(ofCaller).described).toStrictEqual({
    operationId: 'getHealth',
    tags: ['service'],
    summary: 'Say hello',
  })
})
