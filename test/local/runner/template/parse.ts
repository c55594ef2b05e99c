import * as z from 'zod/mini'
import { reasonOf } from './reasons.ts'
import { TemplateError } from './templateError.ts'

/**
 * Checks a part of the assembly against its schema.
 *
 * @param type the resource type of which the part has the properties
 * @throws TemplateError with each violation in one line
 */
export const parseAt = <Schema extends z.ZodMiniType>(
  place: string,
  schema: Schema,
  value: unknown,
  type = '',
): z.infer<Schema> => {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const { issues } = result.error
  // Beside another problem, an absence is its consequence: inline code has no place in a bucket.
  const telling = issues.filter(({ input }) => input !== undefined)
  const [first, ...more] = (telling.length > 0 ? telling : issues).flatMap((issue) =>
    problemsOf(issue, type).map((problem) => ({ place: [place, ...issue.path].join('.'), problem })),
  )
  throw new TemplateError(first?.place ?? place, first?.problem ?? 'it is malformed', more)
}

const problemsOf = (issue: z.core.$ZodIssue, type: string): readonly string[] => {
  if (issue.code !== 'unrecognized_keys') return [problemOf(issue, type)]
  const isProperty = type !== '' && issue.path.length === 0
  return issue.keys.map((key) => {
    const name = isProperty ? `the property ${key} of ${type}` : key
    return `${name} is not imitated${reasonOf(type, [...issue.path, key])}`
  })
}

const problemOf = (issue: z.core.$ZodIssue, type: string): string => {
  const reason = reasonOf(type, issue.path)
  if (issue.input === undefined) {
    const only = issue.code === 'invalid_value' ? `, and only ${issue.values.join(', ')} is imitated` : ''
    return `it is missing${only}${reason}`
  }
  const actual = JSON.stringify(issue.input)
  if (issue.code === 'invalid_value') return `${actual} is not imitated, only ${issue.values.join(', ')}${reason}`
  if (issue.code === 'invalid_type') return `it is ${actual}, where ${issue.expected} is expected${reason}`
  return `${actual} is not imitated${reason}`
}

/** CloudFormation takes numbers and booleans as texts too. */
export const integer = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^-?\d+$/))]),
  z.transform((value: string | number) => Number(value)),
)
export const decimal = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
  z.transform((value: string | number) => Number(value)),
)
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
)
export const text = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value: string | number | boolean) => String(value)),
)
/** Schema → reason. */
const inert = new WeakMap<object, string>()

/** Known properties without a local effect, for the reason given; their values are not evaluated. */
export const noEffect = <Name extends string>(reason: string, ...names: readonly Name[]) => {
  const schema = z.optional(z.unknown())
  inert.set(schema, reason)
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, typeof schema>
}

export const hasNoEffect = (schema: object | undefined): boolean => schema !== undefined && inert.has(schema)

/** The parts of a value that have no effect: path → reason. */
export const partsWithoutEffect = (
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): ReadonlyMap<string, string> => {
  const reason = inert.get(schema)
  if (reason !== undefined) return new Map(value === undefined ? [] : [[path.join('.'), reason]])
  return new Map(
    membersOf(schema, value).flatMap(([member, part, name]) => [
      ...partsWithoutEffect(member, part, name === undefined ? path : [...path, name]),
    ]),
  )
}

/** The schemas within a schema, each with its part of the value and its name. */
const membersOf = (
  schema: z.core.$ZodType,
  value: unknown,
): readonly (readonly [z.core.$ZodType, unknown, name?: string])[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (value === undefined || value === null) return []
  if (def.type === 'optional' || def.type === 'default') return [[def.innerType, value]]
  if (def.type === 'array') return Array.isArray(value) ? value.map((each) => [def.element, each] as const) : []
  if (typeof value !== 'object') return []
  if (def.type === 'record') return Object.values(value).map((each) => [def.valueType, each] as const)
  if (def.type !== 'object') return []
  const parts: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries(def.shape).map(([name, member]) => [member, parts[name], name] as const)
}
