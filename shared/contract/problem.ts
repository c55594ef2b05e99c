import type { ProblemCode } from './problems.ts'
import type { Bounds, ViolationCode } from './violationCodes.ts'

/**
 * A violation in a request: the part, an RFC 6901 pointer within it (`""` is the whole part), a stable code with the
 * bound that was not kept, and a description.
 */
export interface Violation extends Bounds {
  readonly in: 'body' | 'query' | 'path' | 'header'
  readonly pointer: string
  readonly code: ViolationCode
  readonly detail: string
}

/** The most violations that an answer lists, because an answer has a limit of size. */
export const mostViolations = 100

interface ProblemOptions {
  readonly errors?: readonly Violation[]
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A failure that is reported to the client: a code, and a sentence without secrets and input values. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: readonly Violation[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/** The refusal of an `id` in the body: the same for an unknown, a foreign and a deleted item, to reveal nothing. */
export const unknownId = (kind: string, member = 'id'): Problem =>
  new Problem('not_found', `There is no such ${kind}.`, {
    errors: [{ in: 'body', pointer: `/${member}`, code: 'unknown', detail: `unknown ${kind}` }],
  })

/** The RFC 6901 pointer for a path into a JSON document. */
export const pointerFromPath = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
