import type { MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from './generated/api.ts'
import type { ProblemOf } from './problem.ts'

type Bodies<Response> = Response extends { content: infer Content } ? Content[keyof Content] : never

/** The answer of an operation that succeeds. */
export type SuccessOf<Operation> = Operation extends { responses: { 200: infer Response } } ? Bodies<Response> : never

type FailureOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in Exclude<keyof Responses, 200>]: Bodies<Responses[Status]> }[Exclude<keyof Responses, 200>]
  : never

/** Either the `data` of a success, or the problem in `error`, with a `code`. */
export type Answer<Operation> =
  | { readonly data: SuccessOf<Operation>; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: ProblemOf<FailureOf<Operation>>; readonly response: Response }

export type PathWith<Verb extends HttpMethod> = PathsWithMethod<paths, Verb>

/** The parameters of a request may be left out if none is required. */
type Parameters<Init> = RequiredKeysOf<Init> extends never ? [Init?] : [Init]

/** Sends a request; rejects only when there was no answer at all. */
export type Method<Verb extends HttpMethod> = <Path extends PathWith<Verb>>(
  path: Path,
  ...parameters: Parameters<MaybeOptionalInit<paths[Path], Verb>>
) => Promise<Answer<paths[Path][Verb & keyof paths[Path]]>>

/** The operations that answer pages. */
export type ListPath = {
  [Path in keyof paths]: SuccessOf<paths[Path]['get']> extends { readonly content: readonly unknown[] } ? Path : never
}[keyof paths]
export type ItemOf<Path extends ListPath> =
  SuccessOf<paths[Path]['get']> extends { readonly content: readonly (infer Item)[] } ? Item : never
export type QueryOf<Path extends ListPath> = paths[Path]['get'] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never
