import * as z from 'zod/mini'
import { Problem, pointerFromPath, type Violation } from './problem.ts'
import type { Bounds, ViolationCode } from './violationCodes.ts'

type Kind = { readonly code: ViolationCode } & Bounds

/** What a check of its own says of a violation: `z.refine(…, { error, ...violates('too_long', { maximum }) })`. */
export const violates = (code: ViolationCode, bounds: Bounds = {}) => ({ params: { code, ...bounds } satisfies Kind })

/** Without it, an issue does not tell a member that is missing from one of another type. */
export const withInput = { reportInput: true } as const

const beyond = ['too_small', 'too_short', 'too_few', 'too_large', 'too_long', 'too_many'] as const

/** Numbers are small, texts short and collections few. */
const kindOfBound = (origin: string, isBelow: boolean): ViolationCode => {
  const measured = ['number', 'int', 'bigint', 'date'].includes(origin) ? 0 : origin === 'string' ? 1 : 2
  return beyond[measured + (isBelow ? 0 : 3)] ?? 'not_allowed'
}

/** The code of an issue, and the bound that was not kept. */
export const kindOf = (issue: z.core.$ZodIssue): Kind => {
  const isMissing = 'input' in issue && issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      return { code: isMissing ? 'required' : 'type' }
    case 'invalid_value':
      return { code: isMissing ? 'required' : 'not_allowed' }
    case 'too_small':
      return { code: kindOfBound(issue.origin, true), minimum: Number(issue.minimum) }
    case 'too_big':
      return { code: kindOfBound(issue.origin, false), maximum: Number(issue.maximum) }
    case 'custom':
      return (issue.params as Kind | undefined) ?? { code: 'not_allowed' }
    case 'unrecognized_keys':
    case 'invalid_key':
      return { code: 'not_allowed' }
    default:
      return { code: isMissing ? 'required' : 'format' }
  }
}

export const violationsFrom = (part: Violation['in'], error: z.core.$ZodError): Violation[] =>
  error.issues.map((issue) => ({
    in: part,
    pointer: pointerFromPath(issue.path),
    ...kindOf(issue),
    detail: issue.message,
  }))

/**
 * Parses a body in the handler itself, by the handler's schema.
 *
 * @throws Problem `invalid_request` that lists every violation
 */
export const parsedBody = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, body, withInput)
  if (result.success) return result.data
  throw new Problem('invalid_request', 'The body does not match its schema; errors lists every violation.', {
    errors: violationsFrom('body', result.error),
  })
}
