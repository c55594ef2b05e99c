import * as z from 'zod/mini'
import { TemplateError } from './templateError.ts'

/** Checks a part of the assembly against its schema; the first violation is thrown as one line. */
export const parseAt = <Schema extends z.ZodMiniType>(
  place: string,
  schema: Schema,
  value: unknown,
): z.infer<Schema> => {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = [place, ...(issue?.path ?? [])].join('.')
  throw new TemplateError(where, issue ? problemOf(issue) : 'it is malformed')
}

const problemOf = (issue: z.core.$ZodIssue): string => {
  const actual = JSON.stringify(issue.input) ?? 'nothing'
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} is not imitated`
  if (issue.code === 'invalid_value') return `${actual} is not imitated, only ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `it is ${actual}, where ${issue.expected} is expected`
  return `${actual} is not imitated`
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
export const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value: string | string[]) => (typeof value === 'string' ? [value] : value)),
)

const inert = new WeakSet<object>()

/** A known property without a local effect; its value is not evaluated. */
export const noEffect = (_reason: string) => {
  const schema = z.optional(z.unknown())
  inert.add(schema)
  return schema
}

export const hasNoEffect = (schema: object | undefined): boolean => schema !== undefined && inert.has(schema)

interface WithProperties {
  readonly logicalId: string
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** @throws TemplateError for a property of a resource that the schema does not name */
export const refuseUnknownProperties = <Shape extends z.core.$ZodShape>(
  { logicalId, type, properties }: WithProperties,
  { shape }: z.ZodMiniObject<Shape>,
): void => {
  const unknown = Object.keys(properties).find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) throw new TemplateError(logicalId, `the property ${unknown} of ${type} is not imitated`)
}
