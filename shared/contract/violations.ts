import * as z from 'zod/mini'
import { Problem, pointerFromPath, type Violation } from './problem.ts'
import type { Bounds, ViolationCode } from './violationCodes.ts'

type Kind = { readonly code: ViolationCode } & Bounds

/** What a check of its own says of a violation: `z.refine(…, { error, ...violates('too_long', { maximum }) })`. */
export const violates = (code: ViolationCode, bounds: Bounds = {}) => ({ params: { code, ...bounds } satisfies Kind })

/** Without it, an issue does not tell a member that is missing from one of another type. */
export const withInput = { reportInput: true } as const

/** Numbers are too small or too large, unless they count something. */
const counted: Readonly<Record<string, readonly ['short' | 'few', 'long' | 'many']>> = {
  string: ['short', 'long'],
  array: ['few', 'many'],
}

/** The code of an issue, and the bound that was not kept. */
export const kindOf = (issue: z.core.$ZodIssue): Kind => {
  const { code } = issue
  if (code === 'too_small')
    return { code: `too_${counted[issue.origin]?.[0] ?? 'small'}`, minimum: Number(issue.minimum) }
  if (code === 'too_big')
    return { code: `too_${counted[issue.origin]?.[1] ?? 'large'}`, maximum: Number(issue.maximum) }
  if (code === 'custom') return (issue.params as Kind | undefined) ?? { code: 'not_allowed' }
  if ('input' in issue && issue.input === undefined) return { code: 'required' }
  if (code === 'invalid_type') return { code: 'type' }
  return { code: code === 'invalid_value' ? 'not_allowed' : 'format' }
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
