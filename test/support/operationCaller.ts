import { match, strictEqual } from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { type Operation, problemsOf } from '../../shared/contract/operation.ts'
import { problems, problemType } from '../../shared/contract/problems.ts'
import { type ViolationCode, violationCodes } from '../../shared/contract/violationCodes.ts'
import type { HttpResult } from '../../shared/mechanisms/http/event.ts'
import { operations } from '../../shared/operations.ts'
import { httpEvent, type TestRequest } from './httpEvent.ts'

export type Handler = (event: unknown, context?: unknown) => Promise<HttpResult>

/** A function's answer, its body parsed if it is JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers whose schema was checked already
  readonly body: any
}

const ProblemBody = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().check(z.minLength(1)),
  instance: z.string(),
  code: z.string(),
  errors: z.optional(
    z.array(
      z.strictObject({
        in: z.enum(['body', 'query', 'path', 'header']),
        pointer: z.string(),
        code: z.enum(Object.keys(violationCodes) as [ViolationCode, ...ViolationCode[]]),
        minimum: z.optional(z.number()),
        maximum: z.optional(z.number()),
        detail: z.string().check(z.minLength(1)),
      }),
    ),
  ),
})

const strict = (schema: z.ZodMiniType): z.ZodMiniType =>
  schema instanceof z.ZodMiniObject ? z.strictObject(schema.shape) : schema

/** The schemas are made once for each operation, because zod compiles a schema when it first checks a value. */
const strictBodies = new Map<string, z.ZodMiniType>()

const strictBody = ({ id, success }: Operation): z.ZodMiniType => {
  const body = strictBodies.get(id) ?? strict(success.body)
  strictBodies.set(id, body)
  return body
}

/** Checks that an answer is as its operation declares: the success schema without further members, or a declared problem. */
export const verifyAnswer = (operation: Operation, { status, headers, body }: Answer): void => {
  const isCacheable = status === 200 && 'cache-control' in (operation.success.headers ?? {})
  match(headers['cache-control'] ?? '', isCacheable ? /max-age/ : /^no-store$/)
  if (status === 200) {
    strictEqual(headers['content-type'], operation.success.contentType ?? 'application/json')
    const { error } = strictBody(operation).safeParse(body)
    if (error !== undefined) throw new Error(`${operation.id} answers otherwise than declared: ${error.message}`)
    return
  }
  strictEqual(headers['content-type'], 'application/problem+json')
  const problem = ProblemBody.parse(body)
  const declared = problemsOf(operation).find((code) => code === problem.code)
  if (declared === undefined) throw new Error(`${operation.id} does not declare ${problem.code}`)
  const wanted = problems[declared]
  strictEqual(problem.type, problemType(declared))
  strictEqual(problem.title, wanted.title)
  strictEqual(problem.status, wanted.status)
  strictEqual(status, wanted.status)
}

/** A function's result as a client sees it. */
export const answerFromResult = ({ statusCode, headers, body, isBase64Encoded = false }: HttpResult): Answer => {
  const text = isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body
  return {
    status: statusCode,
    headers,
    body: /json$/.test(headers['content-type'] ?? '') ? JSON.parse(text) : text,
  }
}

export const operationNamed = (id: string): Operation => {
  const found = operations.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

/** An operation's Lambda handler. The local AWS is started before. */
export const loadHandler = async ({ area, id }: Operation): Promise<Handler> => {
  const module = (await import(`../../functions/${area}/${id}.ts`)) as { handler: Handler }
  return module.handler
}

/**
 * Calls operations by their id, as the gateway would, and checks every answer against its contract. The local AWS is started before.
 *
 * @param invocationMs the time of each invocation; by default that of a function without a context
 */
export const operationCaller = (invocationMs?: number) => {
  const context = () => {
    const endsAt = Date.now() + (invocationMs ?? 0)
    return { getRemainingTimeInMillis: () => endsAt - Date.now() }
  }
  const handlers = new Map<string, Promise<Handler>>()
  return async (id: string, request: TestRequest = {}): Promise<Answer> => {
    const operation = operationNamed(id)
    const pending = handlers.get(id) ?? loadHandler(operation)
    handlers.set(id, pending)
    const handler = await pending
    const answer = answerFromResult(
      await handler(
        httpEvent(operation.method, operation.path, request),
        invocationMs === undefined ? undefined : context(),
      ),
    )
    verifyAnswer(operation, answer)
    return answer
  }
}
