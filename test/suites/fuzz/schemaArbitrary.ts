import fc from 'fast-check'
import { canaryText } from './canary.ts'

/** The part of JSON Schema (2020-12) that zod writes. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

type Value = fc.Arbitrary<unknown>

/** Values that a schema does not express, by the member's name. Without them, validation would refuse nearly every request. */
const byName: Readonly<Record<string, Value>> = {
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'XXX'),
  minor: fc.nat(99),
}

const urls = fc.constantFrom(
  'https://example.com',
  'http://example.com/a?b=c#d',
  'tg://resolve?domain=x',
  'https://例え.jp/',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
)

const dateTimes = fc
  .record({
    at: fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
    ending: fc.constantFrom('Z', '+03:00', '-11:30', '.123456789Z', 'z'),
  })
  .map(({ at, ending }) => `${at.toISOString().slice(0, 19)}${ending}`)

/** The pattern of texts that are not blank, whose length is limited too. */
const notBlank = String.raw`\S`

const lengthWithin = ({ minLength = 0, maxLength = 200 }: JsonSchema) => ({
  minLength,
  maxLength: Math.max(minLength, Math.min(maxLength, 200)),
})

const texts = (schema: JsonSchema): Value => {
  if (schema.format === 'uri') return urls
  if (schema.format === 'date-time') return dateTimes
  if (schema.pattern !== undefined && schema.pattern !== notBlank) return fc.stringMatching(new RegExp(schema.pattern))
  const bounds = lengthWithin(schema)
  const plain = fc
    .string({ ...bounds, unit: 'grapheme' })
    .map((value) => (schema.pattern === notBlank && value.trim() === '' ? 'x'.repeat(bounds.minLength) : value))
  return bounds.maxLength < canaryText.length ? plain : fc.oneof(plain, fc.constant(canaryText))
}

const integers = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): Value =>
  fc.oneof(fc.integer({ min: Math.max(minimum, -1000), max: Math.min(maximum, 1000) }), fc.constant(maximum))

const memberOf = (name: string, schema: JsonSchema, root: JsonSchema): Value => byName[name] ?? valuesOf(schema, root)

const objects = (schema: JsonSchema, root: JsonSchema): Value => {
  const { properties, required = [], additionalProperties } = schema
  if (properties === undefined)
    return fc.dictionary(
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((key) => key !== '__proto__'),
      typeof additionalProperties === 'object' ? valuesOf(additionalProperties, root) : fc.jsonValue(),
      { maxKeys: 5 },
    )
  const members: Record<string, Value> = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      required.includes(name) ? memberOf(name, member, root) : fc.option(memberOf(name, member, root), { freq: 8 }),
    ]),
  )
  return fc.record(members, { requiredKeys: [...required] })
}

const arrays = ({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema, root: JsonSchema): Value =>
  fc.array(valuesOf(items, root), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) })

/** Values that a schema accepts. */
export const valuesOf = (schema: JsonSchema, root: JsonSchema = schema): Value => {
  if (schema.$ref !== undefined) return valuesOf(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, root)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, root)))
  if (schema.allOf !== undefined)
    return valuesOf(Object.assign({}, schema, { allOf: undefined }, ...schema.allOf), root)
  switch (schema.type) {
    case 'string':
      return texts(schema)
    case 'integer':
    case 'number':
      return integers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrays(schema, root)
    case 'object':
      return objects(schema, root)
    default:
      return fc.jsonValue()
  }
}
