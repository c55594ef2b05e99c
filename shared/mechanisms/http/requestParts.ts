import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Operation } from '../../contract/operation.ts'
import { mostViolations, Problem, pointerFromPath, type Violation } from '../../contract/problem.ts'
import { violationsFrom, withInput } from '../../contract/violations.ts'
import { member, textMember } from '../../runtime/readMember.ts'
import type { HttpEvent } from './event.ts'

z.config(en())

type Part = Violation['in']
type PartSchema = readonly [part: Part, name: 'params' | 'query' | 'headers' | 'body', schema: z.ZodMiniType]

/** The schemas of a request's parts, built once for each operation. */
export const partSchemas = ({ params, query, headers, body }: Operation): readonly PartSchema[] => {
  const schemas: PartSchema[] = []
  if (params !== undefined) schemas.push(['path', 'params', z.object(params)])
  if (query !== undefined) schemas.push(['query', 'query', query])
  if (headers !== undefined) schemas.push(['header', 'headers', z.object(headers)])
  if (body !== undefined) schemas.push(['body', 'body', body])
  return schemas
}

const rawPart = (event: HttpEvent, part: Part, body: unknown): unknown => {
  switch (part) {
    case 'path':
      return event.pathParameters ?? {}
    case 'query':
      return event.queryStringParameters ?? {}
    case 'header':
      return event.headers ?? {}
    case 'body':
      return body
  }
}

/** A header's value by its lower-case name, which is how the gateway sends names. */
export const header = (event: HttpEvent, name: string): string | undefined => {
  const value = member(event.headers, name)
  return typeof value === 'string' ? value : undefined
}

export interface RequestParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly headers?: unknown
  readonly body?: unknown
}

/** Finds lone surrogates, which DynamoDB does not store. `readJsonBody` finds those in bodies. */
const illFormedTexts = (part: Part, raw: unknown, known: object): Violation[] =>
  part === 'body'
    ? []
    : Object.keys(known)
        .filter((name) => textMember(raw, name)?.isWellFormed() === false)
        .map((name) => ({ in: part, pointer: pointerFromPath([name]), code: 'format', detail: 'has a lone surrogate' }))

/** Parses all parts of a request by their schemas, and reports the violations of all parts at once. */
export const parseParts = (schemas: readonly PartSchema[], event: HttpEvent, body: unknown): RequestParts => {
  const parts: Record<string, unknown> = {}
  const errors: Violation[] = []
  for (const [part, name, schema] of schemas) {
    const raw = rawPart(event, part, body)
    const result = schema.safeParse(raw, withInput)
    if (result.success) {
      parts[name] = result.data
      errors.push(...illFormedTexts(part, raw, result.data as object))
    } else errors.push(...violationsFrom(part, result.error).slice(0, mostViolations + 1))
  }
  if (errors.length > 0) {
    throw new Problem('invalid_request', 'The request does not match its schema; errors lists every violation.', {
      errors,
    })
  }
  return parts
}
