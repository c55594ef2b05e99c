import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operation } from '../../../../shared/contract/operation.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { header, parseParts, partSchemas } from '../../../../shared/mechanisms/http/requestParts.ts'
import { minimalOperation } from '../../../support/minimalOperation.ts'

const schemas = partSchemas(
  operation({
    ...minimalOperation,
    path: '/things/{id}',
    params: { id: z.string() },
    query: z.object({ name: z.optional(z.string()) }),
    headers: { 'if-match': z.optional(z.string()) },
  }),
)

const eventWith = (id: string, name: string, ifMatch: string) => ({
  pathParameters: { id },
  queryStringParameters: { name, unknown: '\ud835' },
  headers: { 'if-match': ifMatch, unknown: '\ud835' },
})

test('a lone surrogate outside the body is a violation instead of a 500', () => {
  const parse = () => parseParts(schemas, eventWith('a\ud835', '\udcb3', '"\ud835"'), undefined)

  expect(parse).toThrow(Problem)
  expect(parse).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      errors: [
        { in: 'path', pointer: '/id', code: 'format', detail: 'has a lone surrogate' },
        { in: 'query', pointer: '/name', code: 'format', detail: 'has a lone surrogate' },
        { in: 'header', pointer: '/if-match', code: 'format', detail: 'has a lone surrogate' },
      ],
    }),
  )
})

test('whole characters pass, and unknown members are ignored', () => {
  expect(parseParts(schemas, eventWith('𝒳', '𝒳', '"𝒳"'), undefined)).toEqual({
    params: { id: '𝒳' },
    query: { name: '𝒳' },
    headers: { 'if-match': '"𝒳"' },
  })
})

test('an operation has no parts but those that it declares', () => {
  expect(partSchemas(operation(minimalOperation))).toEqual([])
})

test('a default of an absent member is not checked as text', () => {
  const withDefault = [['query', 'query', z.object({ size: z._default(z.string(), '20') })]] as const

  expect(parseParts(withDefault, {}, undefined)).toEqual({ query: { size: '20' } })
})

test('a body was looked at when its JSON was read', () => {
  const body = [['body', 'body', z.object({ text: z.string() })]] as const

  expect(parseParts(body, {}, { text: '\ud835' })).toEqual({ body: { text: '\ud835' } })
})

test('violations are told in English', () => {
  const short = [['query', 'query', z.object({ name: z.string().check(z.maxLength(3)) })]] as const

  expect(() => parseParts(short, { queryStringParameters: { name: 'abcd' } }, undefined)).toThrow(
    expect.objectContaining({
      message: 'The request does not match its schema; errors lists every violation.',
      errors: [
        {
          in: 'query',
          pointer: '/name',
          code: 'too_long',
          maximum: 3,
          detail: 'Too big: expected string to have <=3 characters',
        },
      ],
    }),
  )
})

test('one violation more than the limit is kept, so that the answer can tell of more', () => {
  const body = [['body', 'body', z.object({ list: z.array(z.string()) })]] as const

  expect(() => parseParts(body, {}, { list: Array(150).fill(1) })).toThrow(
    expect.objectContaining({
      errors: Array.from({ length: 101 }, (_, index) => expect.objectContaining({ pointer: `/list/${index}` })),
    }),
  )
})

test('a header that is not a text counts as absent', () => {
  expect(header({ headers: { etag: '1', 'idempotency-key': 1 } }, 'etag')).toBe('1')
  expect(header({ headers: { etag: '1', 'idempotency-key': 1 } }, 'idempotency-key')).toBeUndefined()
})
