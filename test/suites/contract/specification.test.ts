import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { decided } from './specification/decided.ts'
import { departures } from './specification/differences.ts'
import { endpoints } from './specification/endpoints.ts'
import { httpStatusNames } from './specification/liveTokenResponse.ts'
import { array, object, type Shape } from './specification/shape.ts'

const byId = new Map(operations.map((operation) => [operation.id, operation]))

const implemented = endpoints.flatMap((endpoint) => {
  const operation = byId.get(endpoint.id)
  return operation === undefined ? [] : [{ ...endpoint, operation }]
})

const undecided = ({ id }: Operation, found: readonly string[]): readonly string[] =>
  found.filter((departure) => !decided[id]?.includes(departure))

test('the transcription has the 22 endpoints and the 69 status names', () => {
  expect(endpoints.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1))
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(22)
  expect(new Set(httpStatusNames).size).toBe(69)
})

test('every endpoint has its operation', () => {
  expect(endpoints.map(({ id }) => id).filter((id) => !byId.has(id))).toEqual([])
})

describe.each(implemented)('$number $id', ({ operation, method, path, params = [], query, body, answer }) => {
  test('an operation has the specified method and path', () => {
    expect([operation.method, operation.path]).toEqual([method, path])
  })

  test('an operation has the specified path parameters', () => {
    expect(Object.keys(operation.params ?? {})).toEqual(params)
  })

  test('an operation has a query only where the specification has one', () => {
    expect(operation.query !== undefined).toBe(query === 'not shown')
  })

  test('an operation takes the specified body', () => {
    expect(operation.body !== undefined).toBe(body !== undefined)
    if (body === undefined || operation.body === undefined) return

    expect(undecided(operation, departures(body, operation.body, 'input'))).toEqual([])
  })

  test('an operation gives the specified answer, or an object where the specification shows none', () => {
    const shape = answer === 'not shown' ? 'object' : answer

    expect(undecided(operation, departures(shape, operation.success.body, 'output'))).toEqual([])
  })
})

const Sample = z.object({ id: z.string(), count: z.optional(z.int()) })

test.each<[reason: string, shape: Shape, schema: z.ZodMiniType, side: 'input' | 'output', departure: string]>([
  [
    'a field is missing',
    object({ id: 'string', count: 'integer', name: 'string' }),
    Sample,
    'output',
    'answer/name is missing',
  ],
  ['a field is too many', object({ id: 'string' }), Sample, 'output', 'answer/count is not in the specification'],
  ['a type differs', object({ id: 'integer', count: 'integer' }), Sample, 'output', 'answer/id is string, not integer'],
  ['a number is no integer', 'integer', z.number(), 'output', 'answer is number, not integer'],
  ['a time is any text', 'date-time', z.string(), 'output', 'answer is string, not date-time'],
  ['an array is none', array('string'), z.string(), 'output', 'answer is not an array'],
  ['an element differs', array('string'), z.array(z.boolean()), 'output', 'answer/* is boolean, not string'],
  ['a map is none', { map: 'string' }, Sample, 'output', 'answer is not a map'],
  ['null is missing', { nullable: 'string' }, z.string(), 'output', 'answer may not be null'],
  ['null is too many', 'string', z.nullable(z.string()), 'output', 'answer may be null'],
  ['a value is missing', { values: ['A', 'B'] }, z.enum(['A']), 'output', 'answer does not have the value B'],
  [
    'a value is too many',
    { values: ['A'] },
    z.enum(['A', 'B']),
    'output',
    'answer has the value B, which is not in the specification',
  ],
  ['a value does not occur', { occurring: ['A'] }, z.string(), 'output', 'answer does not have the value A'],
  [
    'an answer may leave a field out',
    object({ id: 'string', count: 'integer' }, ['count']),
    Sample,
    'output',
    'answer/count is not required',
  ],
  ['a request needs a field', object({ id: 'string', count: 'integer' }, []), Sample, 'input', 'body/id is required'],
  ['anything is accepted', 'object', z.unknown(), 'input', 'body is anything, not object'],
])('a departure is found when %s', (_, shape, schema, side, departure) => {
  expect(departures(shape, schema, side)).toEqual([departure])
})

test('of alternatives, one has to agree; a named schema is looked into', () => {
  const Named = z.object({ id: z.string() }).register(z.globalRegistry, { id: 'SpecificationSample' })

  expect(departures(object({ id: 'string' }), z.union([Named, z.array(Named)]), 'output')).toEqual([])
  expect(departures(object({ id: 'integer' }), z.union([Named, z.array(Named)]), 'output')).toHaveLength(1)
})
