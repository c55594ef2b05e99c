import type * as z from 'zod/mini'
import type { Operation } from './operation.ts'
import type { GrantedRole } from './roles.ts'
import type { Write } from './write.ts'

type Parsed<Given> = Given extends z.ZodMiniType ? z.output<Given> : undefined
type ParsedAll<Given> = { readonly [Name in keyof Given]: Parsed<Given[Name]> }

/** Somebody who acts for a recipient, by its membership. */
export interface Member {
  readonly memberId: string
  readonly name: string
  readonly role: GrantedRole
  /** What the recipient's data name it by: random, so that it means nobody once the membership is gone. */
  readonly actorId: string
}

/** The caller. It is read from the verified token, never from members of the request. */
export interface Caller {
  /** The tenant: the token's recipient, or the one whose stored membership lets the token's recipient act for it. */
  readonly recipientId: string
  /** Who acts for the recipient; absent where it acts itself. */
  readonly member?: Member
  /** Whether the caller may publish to everyone. */
  readonly isAdmin: boolean
  /** The epoch second at which the token ends. */
  readonly tokenEndsAt: number
}

/** Whoever sends a public request. */
export interface Visitor {
  /** The IP address from which API Gateway got the request. */
  readonly address: string
}

/** A validated request of an operation, with every part parsed by its schema. Public operations have no caller. */
export type RequestOf<O extends Operation> = (O['auth'] extends 'none' ? Visitor : Caller) &
  (O['rawBody'] extends true ? { readonly rawBody: Uint8Array } : unknown) & {
    readonly requestId: string
    readonly params: ParsedAll<O['params']>
    readonly query: Parsed<O['query']>
    readonly headers: ParsedAll<O['headers']>
    readonly body: Parsed<O['body']>
  }

/** A handler's answer: the success body, with headers where the operation declares some. */
export type AnswerOf<O extends Operation> = O['success'] extends {
  readonly headers: infer Headers extends NonNullable<Operation['headers']>
}
  ? {
      readonly body: z.input<O['success']['body']>
      readonly headers: { readonly [Name in keyof Headers]: z.input<Headers[Name]> }
    }
  : z.input<O['success']['body']>

/**
 * Applies all writes or none, and in the same transaction records the answer under the request's `Idempotency-Key` if
 * it has one. Resolves to the answer to send, which is the recorded one when the request is a repetition.
 */
export type Commit = <Answer>(writes: readonly Write[], answer: Answer) => Promise<Answer>

/**
 * An operation's logic: a plain function of its validated request. It knows no event, environment or status code, and
 * raises only the problems that its operation declares.
 */
export type Handle<O extends Operation> = (request: RequestOf<O>, commit: Commit) => Promise<AnswerOf<O>>
