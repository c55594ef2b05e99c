import type * as z from 'zod/mini'
import type { ProblemCode } from './problems.ts'
import type { ProviderName } from './providers.ts'
import type { Access } from './resources.ts'
import type { Role } from './roles.ts'

type Schema = z.ZodMiniType
type Schemas = Readonly<Record<string, Schema>>

/** An area of the interface: a folder under `functions` and `shared`, and a tag of the OpenAPI document. */
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
  | 'donors'
  | 'endpoints'
  | 'platforms'
  | 'sources'
  | 'recipients'
  | 'personalData'
  | 'otp'
  | 'members'
  | 'uploads'
  | 'service'

/**
 * An operation of the HTTP interface as plain data. Its route, Lambda, permissions, OpenAPI entry and test rows are
 * derived from it.
 *
 * - `auth`: absent means that the gateway verifies a bearer token; `'none'` makes the operation public.
 * - `role`: the least role of a caller who may call it for a recipient. Only public operations have none.
 * - `params`, `headers`: one schema for each name (header names in lower case); `query`, `body`: one schema for the
 *   whole part. Unknown keys are ignored.
 * - `rawBody`: instead of `body`, for signed messages: the handler receives the original bytes, of any content type.
 * - `takesMoney`: donors call it without a token, so its route has the rate of webhooks' routes and their alarm.
 * - `success`: the answer with status 200. With `headers`, the handler answers `{ body, headers }`, otherwise the body
 *   alone. With a `contentType`, the body is a text that is sent unchanged; otherwise it is sent as JSON.
 * - `problems`: the codes that the handler itself may raise. `problemsOf` adds those of the wrapper.
 * - `access`: exactly the actions that the function may call, besides those of its idempotency record.
 * - `providers`: the external systems that the function calls. It receives their base URLs and may read their
 *   credentials.
 * - `asks`: of an operation without a token, all outside DynamoDB that a single request calls each time; any other
 *   request causes a constant number of such calls. `secret` is what a request needs for that, and `rates` bound it.
 * - `publicUrl`: the answers contain absolute addresses of this API, so the function receives the base URL.
 * - `webSocketUrl`: the answers contain the address of the WebSocket API, so the function receives it.
 * - `signIn`: the answers name the issuer by which people sign in, so the function receives its addresses.
 * - `uploadsUrl`: the answer names the origin of uploaded files, so the function knows their bucket.
 * - `ownSystem`: it filters by systems, so the function knows the name that stands for all gateways.
 * - `messengerAlias`: the answer describes paths, so the function knows the second name of the messenger's.
 * - `idempotency`: `'never'` where the answer contains a secret, which must not be stored; `'reserved'` where the
 *   handler has an effect elsewhere before it commits, so its key is claimed first (one more write, only for requests
 *   with a key).
 * - `largeAnswer`: an answer may have more than 4 KB, so those that are kept for an `Idempotency-Key` spend the rate
 *   `keptBytes`.
 */
export interface Operation {
  readonly id: string
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly auth?: 'none'
  readonly role?: Role
  readonly params?: Schemas
  readonly query?: Schema
  readonly headers?: Schemas
  readonly body?: Schema
  readonly rawBody?: true
  readonly takesMoney?: true
  readonly success: {
    readonly body: Schema
    readonly headers?: Schemas
    readonly contentType?: string
    readonly description?: string
  }
  readonly problems: readonly ProblemCode[]
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  readonly asks?: { readonly called: string; readonly secret?: string; readonly rates: readonly string[] }
  readonly publicUrl?: true
  readonly webSocketUrl?: true
  readonly signIn?: true
  readonly uploadsUrl?: true
  readonly ownSystem?: true
  readonly messengerAlias?: true
  readonly idempotency?: 'never' | 'reserved'
  readonly largeAnswer?: true
  readonly examples?: readonly OperationExample[]
  /** Where the defaults do not fit. */
  readonly timeoutSeconds?: number
  readonly memoryMb?: number
}

/** A request and its answer, which the OpenAPI document shows and the tests execute. */
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

/** Every `{name}` of the path has a schema, and every schema belongs to a `{name}` of the path. */
type ParamsOf<Path extends string, Given> = [PathParameter<Path>] extends [never]
  ? { readonly params?: never }
  : {
      readonly params: Readonly<Record<PathParameter<Path>, Schema>> &
        Readonly<Record<Exclude<keyof Given, PathParameter<Path>>, never>>
    }

/** An operation says who may call it: anybody, or callers of at least a role. */
type Callers = { readonly auth: 'none'; readonly role?: never } | { readonly auth?: undefined; readonly role: Role }

/** No member is misspelt: a type parameter would let it pass. */
type KnownMembers<Given> = Readonly<Record<Exclude<keyof Given, keyof Operation>, never>>

/**
 * Declares an operation. At run time it returns its argument; the compiler checks names, path parameters and codes.
 *
 * @example
 * export const deleteNews = operation({
 *   id: 'deleteNews', area: 'news', role: 'editor', method: 'POST', path: '/news/{id}/commands/delete',
 *   summary: 'Delete a news entry', params: { id: z.string() }, success: { body: z.object({}) },
 *   problems: ['not_found'], access: { news: ['DeleteItem'] },
 * })
 */
export const operation = <const O extends Operation>(
  definition: O & Callers & ParamsOf<O['path'], O['params']> & KnownMembers<O>,
): O => definition

/** Whether the route has the high rate: strangers reach it without a token, and money has to pass beside them. */
export const hasHighRate = ({ rawBody, takesMoney }: Operation): boolean => (rawBody ?? takesMoney) === true

/** Whether a request of the operation may carry an `Idempotency-Key` whose answer is stored. */
export const isReplayable = (operation: Operation): boolean =>
  operation.method !== 'GET' && operation.auth !== 'none' && operation.idempotency !== 'never'

/** Whether somebody may call the operation for a recipient, as its member. */
export const isForMembers = ({ role }: Operation): boolean => role !== undefined && role !== 'owner'

/**
 * The actions of the operation's function: its `access`, the read of a membership, and those of its idempotency record
 * and that one's rate.
 */
export const accessOf = (operation: Operation): Access => {
  const { members = [] } = operation.access
  const access = isForMembers(operation)
    ? { ...operation.access, members: ['GetItem', ...members] as const }
    : operation.access
  return isReplayable(operation)
    ? {
        ...access,
        idempotency: ['PutItem', operation.idempotency === 'reserved' ? 'DeleteItem' : 'GetItem'],
        ...(operation.largeAnswer && { rates: ['UpdateItem'] }),
      }
    : access
}

/** Every problem code that the operation can answer: the handler's own and those that its declaration implies. */
export const problemsOf = (operation: Operation): readonly ProblemCode[] => {
  const { auth, body, params, query, headers, access, providers = [], problems } = operation
  // Any request is forbidden that passes by the distribution of a deployment that has one.
  const implied: ProblemCode[] = ['internal_error', 'forbidden']
  if (auth !== 'none') implied.push('unauthorized')
  if (body !== undefined) implied.push('malformed_body', 'payload_too_large', 'unsupported_media_type')
  if (operation.rawBody) implied.push('payload_too_large')
  if (body !== undefined || params !== undefined || query !== undefined || headers !== undefined)
    implied.push('invalid_request')
  if (isReplayable(operation)) implied.push('idempotency_key_reused', 'invalid_request')
  if (operation.idempotency === 'reserved') implied.push('request_in_progress')
  if (operation.largeAnswer) implied.push('rate_limited')
  // A provider's parameters are in Parameter Store, which is a store too.
  if (Object.keys(access).length > 0 || providers.length > 0 || isReplayable(operation))
    implied.push('store_unavailable')
  return [...new Set([...problems, ...implied])]
}
