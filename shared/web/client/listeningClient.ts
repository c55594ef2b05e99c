import createClient, { type Middleware } from 'openapi-fetch'
import type { Method } from './answer.ts'
import type { paths } from './generated/api.ts'
import { unrepeatablePaths } from './generated/unrepeatablePaths.ts'
import type { Listening, ListeningOptions } from './live/listen.ts'
import { newKey } from './live/newKey.ts'
import { methodsOf, type PublicClientOptions } from './publicClient.ts'
import { retryingFetch } from './retryingFetch.ts'
import { watchAlerts } from './watchAlerts.ts'

export interface ServiceClientOptions extends PublicClientOptions {
  /** An access token, or a function that gives a valid one before each request. */
  readonly token: string | (() => string | Promise<string>)
}

export interface ListeningClient {
  readonly GET: Method<'get'>
  readonly POST: Method<'post'>
  readonly PUT: Method<'put'>
  /** Gives each delivery to a page whose user is signed in; nothing is stored in the browser. */
  watchAlerts(options: ListeningOptions): Listening
}

const commands: ReadonlySet<string> = new Set(['POST', 'PUT'])
const unrepeatable: ReadonlySet<string> = new Set(unrepeatablePaths)

/** Adds the token, and to a command the key that makes its repetition harmless. */
const authorized = (token: () => string | Promise<string>): Middleware => ({
  onRequest: async ({ request, schemaPath }) => {
    request.headers.set('authorization', `Bearer ${await token()}`)
    if (commands.has(request.method) && !unrepeatable.has(schemaPath) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', newKey())
    return request
  },
})

/** A client without iterators, in which pages save bytes. */
export const listeningClient = ({
  url,
  token,
  send = (request) => fetch(request),
}: ServiceClientOptions): ListeningClient => {
  const client = createClient<paths>({ baseUrl: url, fetch: retryingFetch(send) })
  const present = typeof token === 'string' ? () => token : token
  client.use(authorized(present))
  const methods = methodsOf(client)
  return {
    ...methods,
    watchAlerts: (options) => watchAlerts({ post: methods.POST, url, token: present }, options),
  }
}
