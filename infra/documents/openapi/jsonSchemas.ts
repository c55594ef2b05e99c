import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Components, JsonObject } from './components.ts'

/** The side of a schema that a document shows: the input of a request, or the output of an answer. */
type Side = 'input' | 'output'

/** A named part of an object: a parameter or a header. */
export interface Member {
  readonly name: string
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonObject
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonObject>>
  readonly required?: readonly string[]
}

/**
 * Only a strict object excludes further members, because answers may gain members and requests ignore unknown ones. The
 * names of a map need no schema, because they are always strings in JSON. An empty object as the default is said in
 * words, because generators have no literal for it in their classes.
 */
const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames
  if (!isDeepStrictEqual(jsonSchema.default, {})) return
  delete jsonSchema.default
  jsonSchema.description = 'Empty when absent.'
}

const orNull = (schema: JsonObject): JsonObject => {
  if (schema['type'] === 'null') return schema
  if (schema['type'] !== undefined && schema['enum'] === undefined && schema['const'] === undefined)
    return { ...schema, type: [schema['type'], 'null'].flat() }
  const { default: byDefault, description, ...other } = schema
  return {
    anyOf: [other, { type: 'null' }],
    ...(description !== undefined && { description }),
    ...(byDefault !== undefined && { default: byDefault }),
  }
}

const namedPrefix = '#/$defs/'

const withComponentReferences = (schema: unknown): JsonObject =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(namedPrefix, '#/components/schemas/') : value,
  )

/**
 * In a body, null means the same as an absent member, wherever a member may be absent. It is added to the finished
 * schema, because zod fills a schema that occurs twice only after it has called `override` for one of its parents.
 */
const withNulls = (schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_key, value: JsonObject & ObjectSchema) => {
    if (value?.['type'] !== 'object' || value.properties === undefined) return value
    const { properties, required = [] } = value
    const members = Object.entries(properties).map(([name, member]) => [
      name,
      required.includes(name) ? member : orNull(member),
    ])
    return { ...value, properties: Object.fromEntries(members) }
  })

interface Converted {
  readonly root: JsonObject
  readonly named: ReadonlyMap<string, JsonObject>
}

/** Converts a schema inside a wrapper, so that a named schema becomes a reference like any other. */
const convert = (schema: z.ZodMiniType, io: Side): Converted => {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), { io, override })
  for (const name of Object.keys($defs))
    if (name.startsWith('__')) throw new Error('a recursive schema needs a name: register it with an id')
  return {
    root: withComponentReferences(properties['root']),
    named: new Map(Object.entries($defs).map(([name, named]) => [name, withComponentReferences(named)])),
  }
}

const componentsOf = ({ root, named }: Converted, components: Components): JsonObject => {
  for (const [name, component] of named) components.add('schemas', name, component)
  return root
}

/** The JSON Schema (2020-12) of a zod schema. Schemas with a registered `id` become components. */
export const jsonSchema = (schema: z.ZodMiniType, side: Side, components: Components): JsonObject =>
  componentsOf(convert(schema, side), components)

export const bodySchema = (schema: z.ZodMiniType, components: Components): JsonObject => {
  const { root, named } = convert(schema, 'input')
  const nullable = new Map([...named].map(([name, component]) => [name, withNulls(component)]))
  return componentsOf({ root: withNulls(root), named: nullable }, components)
}

/** The members of an object schema, one by one, because OpenAPI describes each parameter and header separately. */
export const members = (schema: z.ZodMiniType, side: Side, components: Components): readonly Member[] => {
  const { root, named } = convert(schema, side)
  const rootName = typeof root['$ref'] === 'string' ? root['$ref'].split('/').at(-1) : undefined
  for (const [name, component] of named) if (name !== rootName) components.add('schemas', name, component)
  const { properties = {}, required = [] }: ObjectSchema = named.get(rootName ?? '') ?? root
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    required: required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: property,
  }))
}
