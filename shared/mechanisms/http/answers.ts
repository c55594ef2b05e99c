import type { Operation } from '../../contract/operation.ts'
import { mostViolations, Problem } from '../../contract/problem.ts'
import { problems, problemType } from '../../contract/problems.ts'
import { member } from '../../runtime/readMember.ts'
import type { HttpResult } from './event.ts'

/** Headers of every answer (OWASP REST cheat sheet): no caching unless declared, no content sniffing, TLS only. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const

/** The text of an answer and the headers that its operation declares. */
export interface Rendered {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}
export type Render = (answer: unknown) => Rendered

/**
 * Serializes the answers of an operation: `{ body, headers }` where it declares headers, otherwise the body alone. The
 * text is JSON unless it declares another content type.
 */
export const renderer = ({ success }: Operation): Render => {
  const { contentType, headers } = success
  const textOf = contentType === undefined ? JSON.stringify : String
  const type = contentType === undefined ? undefined : { headers: { 'content-type': contentType } }
  return headers === undefined
    ? (answer) => ({ body: textOf(answer), ...type })
    : (answer) => ({
        body: textOf(member(answer, 'body')),
        headers: { ...type?.headers, ...(member(answer, 'headers') as Rendered['headers']) },
      })
}

const jsonHeaders = { 'content-type': 'application/json', ...securityHeaders } as const

/** The success answer; its body is JSON unless the headers have another content type. */
export const successAnswer = (body: string, headers?: Readonly<Record<string, string>>): HttpResult => ({
  statusCode: 200,
  headers: { ...jsonHeaders, ...headers },
  body,
})

/** The RFC 9457 answer to a problem. */
export const answerFromProblem = (problem: Problem, requestId: string): HttpResult => {
  const { status, title } = problems[problem.code]
  const { errors } = problem
  const more = (errors?.length ?? 0) > mostViolations ? ` Only the first ${mostViolations} are listed.` : ''
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      ...securityHeaders,
      ...(problem.retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(problem.retryAfter))) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify({
      type: problemType(problem.code),
      title,
      status,
      detail: `${problem.message}${more}`,
      instance: `urn:request:${requestId}`,
      code: problem.code,
      ...(errors !== undefined && { errors: errors.slice(0, mostViolations) }),
    }),
  }
}

/** The problem for a failure of the service, which shows the client no cause. */
export const internalProblem = (cause: unknown): Problem =>
  new Problem('internal_error', 'The service failed. The log of the service has the cause under the request id.', {
    cause,
  })
