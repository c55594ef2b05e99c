import type { ProblemCode } from './problems.ts'

/** Where in a request a violation lies: the part, an RFC 6901 pointer within it (`""` is the whole part), and what is wrong. */
export interface Violation {
  readonly in: 'body' | 'query' | 'path' | 'header'
  readonly pointer: string
  readonly detail: string
}

interface ProblemOptions {
  readonly errors?: readonly Violation[]
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A failure that the client is told about: a code of the catalogue and a sentence that holds no secret and no input value. */
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

/** RFC 6901 pointer of a path into a JSON document. */
export const pointerFromPath = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
