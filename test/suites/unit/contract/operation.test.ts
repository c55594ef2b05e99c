import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accessOf, isReplayable, type Operation, operation, problemsOf } from '../../../../shared/contract/operation.ts'
import { minimalOperation } from '../../../support/minimalOperation.ts'

const described = (more: Partial<Operation>): Operation => ({ ...operation(minimalOperation), ...more })
const text = z.string()

test.each<[boolean, string, Partial<Operation>]>([
  [true, 'a change', {}],
  [true, 'a put', { method: 'PUT' }],
  [true, 'one whose key is claimed first', { idempotency: 'reserved' }],
  [false, 'a read', { method: 'GET' }],
  [false, 'a public one', { auth: 'none' }],
  [false, 'one whose answer holds a secret', { idempotency: 'never' }],
])('an Idempotency-Key is honoured (%s) by %s', (expected, _name, more) => {
  expect(isReplayable(described(more))).toBe(expected)
})

test.each<[string, Partial<Operation>, object]>([
  ['reads it where the answer is kept', {}, { idempotency: ['PutItem', 'GetItem'] }],
  ['gives it free where it is claimed', { idempotency: 'reserved' }, { idempotency: ['PutItem', 'DeleteItem'] }],
  [
    'spends a rate where answers are large',
    { largeAnswer: true },
    { idempotency: ['PutItem', 'GetItem'], rates: ['UpdateItem'] },
  ],
  ['has none where it honours no key', { idempotency: 'never' }, {}],
])('beside its own access a function writes the record of a key, and %s', (_name, more, record) => {
  const access = { news: ['Query'] } as const

  expect(accessOf(described({ ...more, access }))).toEqual({ ...access, ...record })
})

const every = ['internal_error', 'forbidden'] as const
const get = { method: 'GET' } as const

test.each<[string, Partial<Operation>, readonly string[]]>([
  ['a public read', { ...get, auth: 'none' }, every],
  ['a read', get, [...every, 'unauthorized']],
  ['a read with parameters', { ...get, params: { id: text } }, [...every, 'unauthorized', 'invalid_request']],
  ['a read with a query', { ...get, query: text }, [...every, 'unauthorized', 'invalid_request']],
  ['a read with headers', { ...get, headers: { x: text } }, [...every, 'unauthorized', 'invalid_request']],
  [
    'one with a body',
    { ...get, auth: 'none', body: text },
    [...every, 'malformed_body', 'payload_too_large', 'unsupported_media_type', 'invalid_request'],
  ],
  ['one with raw bytes', { ...get, auth: 'none', rawBody: true }, [...every, 'payload_too_large']],
  ['one that reads a table', { ...get, access: { news: ['Query'] } }, [...every, 'unauthorized', 'store_unavailable']],
  ['one that asks a provider', { ...get, providers: ['twitch'] }, [...every, 'unauthorized', 'store_unavailable']],
  ['a change', {}, [...every, 'unauthorized', 'idempotency_key_reused', 'invalid_request', 'store_unavailable']],
  [
    'a change whose key is claimed first',
    { idempotency: 'reserved', problems: ['not_found'] },
    [
      'not_found',
      ...every,
      'unauthorized',
      'idempotency_key_reused',
      'invalid_request',
      'request_in_progress',
      'store_unavailable',
    ],
  ],
])('the problems of %s are its own and those of its declaration, each once', (_name, more, codes) => {
  expect(problemsOf(described(more))).toEqual(codes)
})
