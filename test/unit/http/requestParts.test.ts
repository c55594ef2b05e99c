import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operation } from '../../../shared/contract/operation.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import { parseParts, partSchemas } from '../../../shared/http/requestParts.ts'

const schemas = partSchemas(
  operation({
    id: 'example',
    area: 'service',
    method: 'GET',
    path: '/example/{id}',
    summary: 'An example',
    params: { id: z.string() },
    query: z.object({ name: z.optional(z.string()) }),
    headers: { 'if-match': z.optional(z.string()) },
    success: { body: z.object({}) },
    problems: [],
    access: {},
  }),
)

const eventWith = (id: string, name: string, ifMatch: string) => ({
  pathParameters: { id },
  queryStringParameters: { name, unknown: '\ud835' },
  headers: { 'if-match': ifMatch, unknown: '\ud835' },
})

test('half a character outside the body is a violation, because the store would refuse it and the answer would be 500', () => {
  const parse = () => parseParts(schemas, eventWith('a\ud835', '\udcb3', '"\ud835"'), undefined)

  expect(parse).toThrow(Problem)
  expect(parse).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      errors: [
        { in: 'path', pointer: '/id', detail: 'has a lone surrogate' },
        { in: 'query', pointer: '/name', detail: 'has a lone surrogate' },
        { in: 'header', pointer: '/if-match', detail: 'has a lone surrogate' },
      ],
    }),
  )
})

test('whole characters pass, and what is unknown is not looked at', () => {
  expect(parseParts(schemas, eventWith('𝒳', '𝒳', '"𝒳"'), undefined)).toEqual({
    params: { id: '𝒳' },
    query: { name: '𝒳' },
    headers: { 'if-match': '"𝒳"' },
  })
})
