import * as z from 'zod/mini'
import type { Members, Shape } from './shape.ts'

type Side = 'input' | 'output'

interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

interface Context {
  readonly side: Side
  readonly named: Readonly<Record<string, JsonSchema>>
}

/** A schema that stands for one type: references followed, alternatives spread. */
interface Alternative extends JsonSchema {
  readonly type?: string
}

const alternatives = (schema: JsonSchema, named: Context['named']): readonly Alternative[] => {
  const resolved = schema.$ref === undefined ? schema : named[schema.$ref.replace('#/$defs/', '')]
  if (resolved === undefined) throw new Error(`unresolved reference ${schema.$ref}`)
  const several = resolved.anyOf ?? resolved.oneOf
  if (several !== undefined) return several.flatMap((each) => alternatives(each, named))
  const { type, ...rest } = resolved
  if (type === undefined) return [rest]
  return [type].flat().map((each) => ({ ...rest, type: each }))
}

const isInteger = ({ type, const: constant }: Alternative): boolean =>
  type === 'integer' || (type === 'number' && Number.isInteger(constant))

const scalarDifferences = (shape: string, schema: Alternative, at: string): string[] => {
  const { type = 'anything', format } = schema
  const matches =
    shape === 'date-time'
      ? type === 'string' && format === 'date-time'
      : shape === 'integer'
        ? isInteger(schema)
        : type === shape || (shape === 'number' && type === 'integer')
  return matches ? [] : [`${at} is ${format ?? type}, not ${shape}`]
}

const enumDifferences = (values: readonly string[], exact: boolean, schema: Alternative, at: string): string[] => {
  const declared = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  const missing = values.filter((value) => !declared.includes(value))
  const extra = exact ? declared.filter((value) => !values.includes(String(value))) : []
  return [
    ...missing.map((value) => `${at} does not have the value ${value}`),
    ...extra.map((value) => `${at} has the value ${value}, which is not in the specification`),
  ]
}

/** What a request needs is exact; an answer may promise more than is asked. */
const requiredDifferences = (asked: readonly string[], declared: readonly string[], side: Side, at: string) => [
  ...asked.filter((name) => !declared.includes(name)).map((name) => `${at}/${name} is not required`),
  ...declared.filter((name) => side === 'input' && !asked.includes(name)).map((name) => `${at}/${name} is required`),
]

const memberDifferences = ({ members, required }: Members, schema: Alternative, at: string, context: Context) => {
  if (schema.type !== 'object') return [`${at} is ${schema.type ?? 'anything'}, not object`]
  const { properties = {} } = schema
  return [
    ...Object.entries(members).flatMap(([name, member]) => {
      const property = properties[name]
      if (property === undefined) return [`${at}/${name} is missing`]
      return differences(member, property, `${at}/${name}`, context)
    }),
    ...Object.keys(properties)
      .filter((name) => !(name in members))
      .map((name) => `${at}/${name} is not in the specification`),
    ...(required === undefined ? [] : requiredDifferences(required, schema.required ?? [], context.side, at)),
  ]
}

const nestedDifferences = (kind: string, nested: JsonSchema | undefined, shape: Shape, at: string, context: Context) =>
  nested === undefined ? [`${at} is not ${kind}`] : differences(shape, nested, `${at}/*`, context)

const alternativeDifferences = (shape: Shape, schema: Alternative, at: string, context: Context): string[] => {
  if (typeof shape === 'string') return scalarDifferences(shape, schema, at)
  if ('members' in shape) return memberDifferences(shape, schema, at, context)
  if ('array' in shape) return nestedDifferences('an array', schema.items, shape.array, at, context)
  if ('occurring' in shape) return enumDifferences(shape.occurring, false, schema, at)
  if ('values' in shape) return enumDifferences(shape.values, true, schema, at)
  if ('nullable' in shape) return alternativeDifferences(shape.nullable, schema, at, context)
  const { additionalProperties: values } = schema
  return nestedDifferences('a map', typeof values === 'object' ? values : undefined, shape.map, at, context)
}

/** Where a JSON Schema says something else than the shape; of alternatives, one has to agree. */
const differences = (shape: Shape, schema: JsonSchema, at: string, context: Context): string[] => {
  const all = alternatives(schema, context.named)
  const some = all.filter(({ type }) => type !== 'null')
  const isNullable = some.length < all.length
  const mayBeNull = typeof shape === 'object' && 'nullable' in shape
  const found = some.map((alternative) => alternativeDifferences(shape, alternative, at, context))
  return [
    ...(mayBeNull && !isNullable ? [`${at} may not be null`] : []),
    ...(isNullable && !mayBeNull ? [`${at} may be null`] : []),
    ...(found.find((each) => each.length === 0) ?? found[0] ?? [`${at} is null`]),
  ]
}

/** Where a schema departs from the specification, one line a departure; none when it agrees. */
export const departures = (shape: Shape, schema: z.ZodMiniType, side: Side): string[] => {
  const converted = z.toJSONSchema(z.object({ root: schema }), { io: side }) as JsonSchema
  const root = converted.properties?.['root'] ?? {}
  return differences(shape, root, side === 'input' ? 'body' : 'answer', { side, named: converted.$defs ?? {} })
}
