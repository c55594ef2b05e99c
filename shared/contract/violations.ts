import * as z from 'zod/mini'
import { Problem, pointerFromPath, type Violation } from './problem.ts'

export const violationsFrom = (part: Violation['in'], error: z.core.$ZodError): Violation[] =>
  error.issues.map(({ path, message }) => ({ in: part, pointer: pointerFromPath(path), detail: message }))

/**
 * Parses a body in the handler itself, by the handler's schema.
 *
 * @throws Problem `invalid_request` that lists every violation
 */
export const parsedBody = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data
  throw new Problem('invalid_request', 'The body does not match its schema; errors lists every violation.', {
    errors: violationsFrom('body', result.error),
  })
}
