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
  const actual = JSON.stringify(issue.input) ?? 'nothing'
  const reason = reasonOf(type, issue.path)
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
const inert = new WeakSet<object>()

/** Known properties without a local effect, for the reason given; their values are not evaluated. */
export const noEffect = <Name extends string>(_reason: string, ...names: readonly Name[]) => {
  const schema = z.optional(z.unknown())
  inert.add(schema)
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, typeof schema>
}

export const hasNoEffect = (schema: object | undefined): boolean => schema !== undefined && inert.has(schema)
