import { STATUS_CODES } from 'node:http'
import { type Operation, problemsOf } from '../../../shared/contract/operation.ts'
import { type ProblemCode, problems, problemType } from '../../../shared/contract/problems.ts'
import { violationCodes } from '../../../shared/contract/violationCodes.ts'
import type { Components, JsonObject } from './components.ts'
import { sharedHeader } from './headers.ts'

/** RFC 9457 problem details, with the service's two extensions. */
export const Problem: JsonObject = {
  type: 'object',
  description: 'Problem details (RFC 9457). Branch on `code`; `detail` is for people.',
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'Identifies the code and is stable; it cannot be fetched.',
    },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: {
      type: 'string',
      format: 'uri',
      description: "The request id, under which the service's log has this failure.",
    },
    code: { type: 'string' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
}

export const Violation: JsonObject = {
  type: 'object',
  description: 'A place in the request, the violation there, and the bound that was not kept.',
  properties: {
    in: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
    pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) within that part; empty for the whole part.' },
    code: { type: 'string', enum: Object.keys(violationCodes) },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    detail: { type: 'string' },
  },
  required: ['in', 'pointer', 'detail'],
}

export const GatewayError: JsonObject = {
  type: 'object',
  description: "The API gateway's own error, for requests that do not reach the service or get no answer from it.",
  properties: { message: { type: 'string' } },
  required: ['message'],
}

/** Statuses that the gateway itself can answer for a request to the operation, with its messages. */
const gatewayMessages = ({ auth, params, query, body, rawBody }: Operation): ReadonlyMap<number, string> => {
  const messages = new Map([
    [429, 'Too Many Requests'],
    [431, 'Request Header Fields Too Large'],
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])
  if (auth !== 'none') messages.set(401, 'Unauthorized').set(403, 'Forbidden')
  // The gateway refuses an address that is not well-formed UTF-8, and a parameter that is empty or contains a slash
  // after decoding.
  if (params !== undefined || query !== undefined) messages.set(400, 'Bad Request')
  if (params !== undefined) messages.set(404, 'Not Found')
  if (body !== undefined || rawBody) messages.set(413, 'Request Entity Too Large')
  return messages
}

const pascalCase = (words: string): string =>
  words.replaceAll(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())

const joined = (codes: readonly ProblemCode[]): string => codes.map(pascalCase).join('Or')

const componentName = (status: number, codes: readonly ProblemCode[], message: string | undefined): string => {
  if (codes.length === 0) return `Gateway${pascalCase(STATUS_CODES[status] ?? String(status))}`
  return message === undefined ? joined(codes) : `${joined(codes)}OrGatewayError`
}

const problemExample = (code: ProblemCode): JsonObject => {
  const { status, title } = problems[code]
  const instance = 'urn:request:JKJaXmPLvHcESHA='
  return { value: { type: problemType(code), title, status, detail: `${title}.`, instance, code } }
}

/**
 * The problems of one status. openapi-python-client narrows a member by `enum` alone, and makes one class of a schema
 * that has a name.
 */
const problemSchema = (status: number, codes: readonly ProblemCode[]): JsonObject => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    {
      type: 'object',
      properties: { status: { type: 'integer', enum: [status] }, code: { type: 'string', enum: codes } },
      required: ['status', 'code'],
    },
  ],
})

const problemContent = (status: number, codes: readonly ProblemCode[], components: Components): JsonObject => ({
  schema: components.add('schemas', `${joined(codes)}Problem`, problemSchema(status, codes)),
  examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
})

const headersOf = (status: number): JsonObject | undefined => {
  if (status === 401) return { 'WWW-Authenticate': sharedHeader('WwwAuthenticate') }
  if (status === 429 || status === 503) return { 'Retry-After': sharedHeader('RetryAfter') }
  return undefined
}

const descriptionOf = (code: ProblemCode): string => {
  const { title, retired }: (typeof problems)[ProblemCode] & { readonly retired?: string } = problems[code]
  return `- \`${code}\`: ${title}${retired === undefined ? '' : `; retired: since ${retired} it is not answered`}`
}

const problemResponse = (
  status: number,
  codes: readonly ProblemCode[],
  message: string | undefined,
  components: Components,
): JsonObject => {
  const headers = headersOf(status)
  return {
    description: [
      ...codes.map(descriptionOf),
      ...(message === undefined ? [] : [`- from the gateway: ${message}`]),
    ].join('\n'),
    ...(headers && { headers }),
    content: {
      ...(codes.length > 0 && { 'application/problem+json': problemContent(status, codes, components) }),
      ...(message !== undefined && {
        'application/json': { schema: { $ref: '#/components/schemas/GatewayError' }, example: { message } },
      }),
    },
  }
}

/** The unsuccessful responses of an operation: one for each status, with its possible codes. */
export const problemResponses = (operation: Operation, components: Components): JsonObject => {
  components.add('schemas', 'Problem', Problem)
  components.add('schemas', 'Violation', Violation)
  components.add('schemas', 'GatewayError', GatewayError)
  const answered = new Set(problemsOf(operation))
  const codes = (Object.keys(problems) as ProblemCode[]).filter((code) => answered.has(code))
  const messages = gatewayMessages(operation)
  const statuses = new Set([...codes.map((code) => problems[code].status), ...messages.keys()])
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = codes.filter((code) => problems[code].status === status)
      const message = messages.get(status)
      const response = problemResponse(status, own, message, components)
      return [String(status), components.add('responses', componentName(status, own, message), response)]
    }),
  )
}
