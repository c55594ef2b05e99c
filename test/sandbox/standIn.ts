/** A request as a stand-in gets it, and as the sandbox's log keeps it: with its secrets, for it is the provider's own log. */
export interface SandboxRequest {
  /** Epoch milliseconds of its arrival. */
  readonly at: number
  readonly method: string
  /** The base that it came below, named after the real one: `id.kick.com`. */
  readonly base: string
  /** What follows the base, without the query: `/oauth/token`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A stand-in's answer; a body that is no text is sent as JSON. */
export interface SandboxResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An external provider's double: its wire format as a plain function of a request and the state that it keeps. */
export interface StandIn {
  /** Environment variable of each of the provider's base URLs → the base that stands for it: `{ KICK_IDENTITY_URL: 'id.kick.com' }`. */
  readonly bases: Readonly<Record<string, string>>
  /** Credentials that it accepts, by their parameter's path below the deployment's prefix: `{ 'kick/client-id': '…' }`. */
  readonly parameters: Readonly<Record<string, string>>
  answer(request: SandboxRequest): SandboxResponse
}

/** An answer for a path that the provider has not. */
export const notFound: SandboxResponse = { status: 404, body: { message: 'Not Found' } }
