import type * as z from 'zod/mini'
import type { ProblemCode } from './problems.ts'
import type { Access, ProviderName } from './resources.ts'

type Schema = z.ZodMiniType
type Schemas = Readonly<Record<string, Schema>>

/** An area of the interface: a folder under `functions` and `shared`, a tag of the OpenAPI document. */
export type Area =
  | 'media'
  | 'messenger'
  | 'actions'
  | 'config'
  | 'news'
  | 'history'
  | 'alerts'
  | 'overlays'
  | 'payments'
  | 'platforms'
  | 'recipients'
  | 'otp'
  | 'service'

/**
 * An operation of the HTTP interface as plain data. Its route, Lambda, permissions, OpenAPI entry and test rows are derived from it.
 *
 * - `auth`: absent means that the gateway verifies a bearer token; `'none'` makes the operation public.
 * - `params`, `headers`: one schema a name (header names in lower case); `query`, `body`: one schema of the whole part. Requests ignore unknown keys.
 * - `rawBody`: instead of `body`, for what others sign: the handler gets the bytes as they came, of any content type.
 * - `success`: the answer with status 200. With `headers`, the handler answers `{ body, headers }`, otherwise the body alone. With a
 *   `contentType`, the body is a text that is sent as it is; otherwise it is sent as JSON.
 * - `problems`: the codes that the handler itself may raise; those of the wrapper are derived (`problemsOf`).
 * - `access`: exactly what the function may do, besides what its idempotency record needs.
 * - `providers`: the external systems that it calls: their base URLs and credentials are made known to it.
 * - `publicUrl`: its answers hold absolute addresses of this API, whose base URL is made known to it.
 * - `webSocketUrl`: its answers tell where WebSocket connections are opened.
 * - `idempotency`: `'never'` where the answer holds a secret and so must not be stored; `'reserved'` where the handler has an effect
 *   elsewhere before it commits, so that its key is claimed first (a second write, for requests with a key only).
 */
export interface Operation {
  readonly id: string
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly auth?: 'none'
  readonly params?: Schemas
  readonly query?: Schema
  readonly headers?: Schemas
  readonly body?: Schema
  readonly rawBody?: true
  readonly success: {
    readonly body: Schema
    readonly headers?: Schemas
    readonly contentType?: string
    readonly description?: string
  }
  readonly problems: readonly ProblemCode[]
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  readonly publicUrl?: true
  readonly webSocketUrl?: true
  readonly idempotency?: 'never' | 'reserved'
  readonly examples?: readonly OperationExample[]
  /** Where the defaults do not fit: seconds and megabytes. */
  readonly timeout?: number
  readonly memory?: number
}

/** A request and the answer it leads to, shown in the OpenAPI document and executed by the tests. */
export interface OperationExample {
  readonly name: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly answer: unknown
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** Every `{name}` of the path has a schema, and no schema names what is not in the path. */
type ParamsOf<Path extends string, Given> = [PathParameter<Path>] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: Readonly<Record<PathParameter<Path>, Schema>> &
        Readonly<Record<Exclude<keyof Given, PathParameter<Path>>, never>>
    }

/** Declares an operation; the identity at run time, the compile-time check of its path parameters and problem codes. */
export const operation = <const O extends Operation>(definition: O & ParamsOf<O['path'], O['params']>): O => definition

/** Whether a request of the operation may carry an `Idempotency-Key` whose answer is stored. */
export const isReplayable = (operation: Operation): boolean =>
  operation.method !== 'GET' && operation.auth !== 'none' && operation.idempotency !== 'never'

/** What the operation's function may do: its `access`, and its idempotency record. */
export const accessOf = (operation: Operation): Access =>
  isReplayable(operation)
    ? { ...operation.access, idempotency: ['PutItem', operation.idempotency === 'reserved' ? 'DeleteItem' : 'GetItem'] }
    : operation.access

/** Every problem that the operation can answer: the handler's own and those that its shape implies, in the catalogue's order of status. */
export const problemsOf = (operation: Operation): readonly ProblemCode[] => {
  const { auth, body, params, query, headers, access, problems } = operation
  const implied: ProblemCode[] = ['internal_error']
  if (auth !== 'none') implied.push('unauthorized', 'forbidden')
  if (body !== undefined) implied.push('malformed_body', 'payload_too_large', 'unsupported_media_type')
  if (operation.rawBody) implied.push('payload_too_large')
  if (body !== undefined || params !== undefined || query !== undefined || headers !== undefined)
    implied.push('invalid_request')
  if (isReplayable(operation)) implied.push('idempotency_key_reused', 'invalid_request')
  if (operation.idempotency === 'reserved') implied.push('request_in_progress')
  if (Object.keys(access).length > 0 || isReplayable(operation)) implied.push('store_unavailable')
  return [...new Set([...problems, ...implied])]
}
