import type { components, Violation } from './generated/api.ts'

/** The reason of a refusal, by a stable `code`. `errors` are the places that do not match the schema. */
export interface Problem<Code extends string = string, Status extends number = number> {
  readonly code: Code
  readonly status: Status
  readonly title: string
  /** For people. */
  readonly detail: string
  readonly type: string
  /** Leads to the service's log. */
  readonly instance?: string
  readonly errors?: readonly Violation[]
}

/** A refusal by the gateway in front of the service, whose error has no code of its own. */
export type GatewayProblem = Problem<'gateway_error'>

type EachCode<Code, Status extends number> = Code extends string ? Problem<Code, Status> : never

/** The errors of a response as the document has them, as one problem for each code. */
export type ProblemOf<Failure> = Failure extends { readonly code: infer Code; readonly status: infer Status }
  ? EachCode<Code, Status extends number ? Status : number>
  : GatewayProblem

type Responses = components['responses']
type Bodies<Response> = Response extends { content: infer Content } ? Content[keyof Content] : never

/** Every problem of every operation. */
export type AnyProblem = { [Name in keyof Responses]: ProblemOf<Bodies<Responses[Name]>> }[keyof Responses]

/** A problem that is thrown where no answer can hold it: by an iterator, or by a listener. */
export class ServiceError extends Error {
  readonly problem: AnyProblem

  constructor(problem: AnyProblem) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'ServiceError'
    this.problem = problem
  }
}

/** The problem in the body of a response; that of the gateway has a message only. */
export const problemFrom = (body: unknown, { status }: { readonly status: number }): Problem => {
  const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<'code' | 'message', string>
  >
  if (code !== undefined) return body as Problem
  const title = message ?? `The gateway answered ${status}`
  return { type: 'about:blank', code: 'gateway_error', status, title, detail: title }
}
