/** A request to a stand-in, which the sandbox's log keeps with its secrets, because it is the provider's own log. */
export interface SandboxRequest {
  /** Epoch milliseconds of its arrival. */
  readonly at: number
  readonly method: string
  /** The base of its address, named after the real one: `id.kick.com`. */
  readonly base: string
  /** The path after the base, without the query: `/oauth/token`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A stand-in's answer. A body that is not a text is sent as JSON. */
export interface SandboxResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The stand-in of an external provider: its wire format as a plain function of a request and of its own state. */
export interface StandIn {
  /** Environment variable of each of the provider's base URLs → the base that stands for it: `{ KICK_IDENTITY_URL: 'id.kick.com' }`. */
  readonly bases: Readonly<Record<string, string>>
  /** Credentials that it accepts, by their parameter's path below the deployment's prefix: `{ 'kick/client-id': '…' }`. */
  readonly parameters: Readonly<Record<string, string>>
  answer(request: SandboxRequest): SandboxResponse
}

/** The answer to a path that the provider does not have. */
export const notFound: SandboxResponse = { status: 404, body: { message: 'Not Found' } }

/** Whether an address is on this machine: stand-ins call no other. */
export const isLoopback = (url: string): boolean => {
  const { hostname = '' } = URL.parse(url) ?? {}
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}

/** Whether a provider would take the address of a webhook; a stand-in sends nothing to any but its own machine. */
export const isReachable = (url: string): boolean => isLoopback(url) || URL.parse(url)?.protocol === 'https:'
