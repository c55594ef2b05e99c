import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Components } from '../../../../../infra/documents/openapi/components.ts'
import { bodySchema, jsonSchema, members } from '../../../../../infra/documents/openapi/jsonSchemas.ts'

const described = (description: string) => z.meta({ description })

const Tagged = z.object({ tags: z._default(z.array(z.string()), []) }).register(z.globalRegistry, { id: 'UnitTagged' })
const Holder = z.object({ tagged: z.optional(Tagged) }).register(z.globalRegistry, { id: 'UnitHolder' })
const taggedReference = { $ref: '#/components/schemas/UnitTagged' }
const anyTags = { type: 'array', items: { type: 'string' }, default: [] }

test.each([
  ['an object allows further members', z.object({}), { type: 'object', properties: {} }],
  ['a strict object does not', z.strictObject({}), { type: 'object', properties: {}, additionalProperties: false }],
  [
    'an object may say what further members are',
    z.catchall(z.object({}), z.number()),
    { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
  ],
  [
    'names of a map are texts in any case',
    z.record(z.string(), z.number()),
    { type: 'object', additionalProperties: { type: 'number' } },
  ],
  [
    'names of a map may have a pattern',
    z.record(z.string().check(z.regex(/^a/)), z.number()),
    { type: 'object', propertyNames: { type: 'string', pattern: '^a' }, additionalProperties: { type: 'number' } },
  ],
  [
    'a member may have the name of a reference',
    z.object({ $ref: z.string() }),
    { type: 'object', properties: { $ref: { type: 'string' } }, required: ['$ref'] },
  ],
])('%s', (_, schema, expected) => {
  expect(jsonSchema(schema, 'output', new Components())).toStrictEqual(expected)
})

test('a named schema is a component, also within another', () => {
  const components = new Components()

  expect(jsonSchema(z.array(Holder), 'output', components)).toStrictEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/UnitHolder' },
  })
  expect(components.section('schemas')).toStrictEqual({
    UnitHolder: { type: 'object', properties: { tagged: taggedReference } },
    UnitTagged: { type: 'object', properties: { tags: anyTags }, required: ['tags'] },
  })
})

test('what has a default is in every answer, and may be absent from a request', () => {
  const schema = z.object({ size: z._default(z.number(), 1) })
  const properties = { size: { type: 'number', default: 1 } }

  const [answered, taken] = (['output', 'input'] as const).map((side) => jsonSchema(schema, side, new Components()))

  expect(answered).toStrictEqual({ type: 'object', properties, required: ['size'] })
  expect(taken).toStrictEqual({ type: 'object', properties })
})

test('a recursive schema needs a name', () => {
  const Nameless: z.ZodMiniType = z.object({
    get children() {
      return z.array(Nameless)
    },
  })

  expect(() => jsonSchema(Nameless, 'input', new Components())).toThrow(
    'a recursive schema needs a name: register it with an id',
  )
})

test.each([
  ['of a type', z.string(), { type: ['string', 'null'] }],
  ['of several types', z.union([z.string(), z.number()]), { type: ['string', 'number', 'null'] }],
  [
    'of a few values',
    z.enum(['a', 'b']).check(described('Which')),
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }], description: 'Which' },
  ],
  ['of one value', z.literal('a'), { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }],
  ['with a name', Tagged, { anyOf: [taggedReference, { type: 'null' }] }],
  [
    'with a default among a few values',
    z._default(z.enum(['a']), 'a'),
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }], default: 'a' },
  ],
])('in a body, an optional member %s may be null', (_, member, expected) => {
  const body = bodySchema(z.object({ member: z.optional(member) }), new Components())

  expect(body).toStrictEqual({ type: 'object', properties: { member: expected } })
})

test('in a body, a required member may not be null, but the optional ones below it may', () => {
  const components = new Components()
  const body = bodySchema(
    z.object({ below: z.object({ type: z.string(), size: z.optional(z.string()) }), tagged: Tagged }),
    components,
  )

  expect(body).toStrictEqual({
    type: 'object',
    properties: {
      below: {
        type: 'object',
        properties: { type: { type: 'string' }, size: { type: ['string', 'null'] } },
        required: ['type'],
      },
      tagged: taggedReference,
    },
    required: ['below', 'tagged'],
  })
  expect(components.section('schemas')).toStrictEqual({
    UnitTagged: { type: 'object', properties: { tags: { ...anyTags, type: ['array', 'null'] } } },
  })
})

test('in a body, a map and a null are left as they are', () => {
  expect(bodySchema(z.record(z.string(), z.null()), new Components())).toStrictEqual({
    type: 'object',
    additionalProperties: { type: 'null' },
  })
  expect(bodySchema(z.object({ none: z._default(z.nullable(z.literal('a')), null) }), new Components())).toMatchObject({
    properties: { none: { default: null } },
  })
})

test('members are described one by one', () => {
  const schema = z.object({ page: z.optional(z.string().check(described('Which page'))), tagged: Tagged })
  const components = new Components()

  expect(members(schema, 'input', components)).toStrictEqual([
    { name: 'page', required: false, description: 'Which page', schema: { type: 'string' } },
    { name: 'tagged', required: true, schema: taggedReference },
  ])
  expect(Object.keys(components.section('schemas'))).toEqual(['UnitTagged'])
})

test('the members of a named schema are described without a component of its own', () => {
  const components = new Components()

  const [answered] = members(Tagged, 'output', components)

  expect(answered).toStrictEqual({ name: 'tags', required: true, schema: anyTags })
  expect(members(Tagged, 'input', components)).toStrictEqual([{ ...answered, required: false }])
  expect(components.section('schemas')).toEqual({})
  expect(members(Holder, 'input', components)).toStrictEqual([
    { name: 'tagged', required: false, schema: taggedReference },
  ])
  expect(Object.keys(components.section('schemas'))).toEqual(['UnitTagged'])
})

test('what is no object has no members', () => {
  expect(members(z.string(), 'input', new Components())).toEqual([])
})
