import createClient, { type Middleware } from 'openapi-fetch'
import type { Answer, ItemOf, ListPath, Method, QueryOf } from './answer.ts'
import { type AlertOptions, connectAlerts } from './connectAlerts.ts'
import type { paths } from './generated/api.ts'
import { unrepeatablePaths } from './generated/unrepeatablePaths.ts'
import type { Listening } from './live/listen.ts'
import { newKey } from './live/newKey.ts'
import { ServiceError } from './problem.ts'
import { methodsOf, type PublicClientOptions } from './publicClient.ts'
import { retryingFetch } from './retryingFetch.ts'

export interface ServiceClientOptions extends PublicClientOptions {
  /** An access token, or a function that gives a valid one before each request. */
  readonly token: string | (() => string | Promise<string>)
}

export interface ServiceClient {
  readonly GET: Method<'get'>
  readonly POST: Method<'post'>
  readonly PUT: Method<'put'>
  /** The items of a list, page after page; throws a `ServiceError`. */
  each<Path extends ListPath>(path: Path, query?: QueryOf<Path>): AsyncGenerator<ItemOf<Path>, void, undefined>
  /** Shows every alert once, however often the connection is cut. */
  connectAlerts(options: AlertOptions): Listening
}

type AnyGet = (path: string, parameters: object) => Promise<Answer<paths['/alerts']['get']>>

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

/** The query of the next page, from the `Link` header; undefined after the last one. */
const nextQuery = (response: Response): object | undefined => {
  const [, query] = /<[^>?]*\?([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  if (query === undefined) return undefined
  const parameters = new URLSearchParams(query)
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]))
}

/** A typed client of the service at a URL. Requests are repeated when that is safe and can help. */
export const serviceClient = ({
  url,
  token,
  send = (request) => fetch(request),
}: ServiceClientOptions): ServiceClient => {
  const client = createClient<paths>({ baseUrl: url, fetch: retryingFetch(send) })
  const present = typeof token === 'string' ? () => token : token
  client.use(authorized(present))
  const methods = methodsOf(client)
  const each: ServiceClient['each'] = async function* (path, first = {} as never) {
    for (let query: object | undefined = first; query !== undefined; ) {
      const { data, error, response } = await (methods.GET as AnyGet)(path, { params: { query } })
      if (error !== undefined) throw new ServiceError(error)
      yield* data.content as readonly never[]
      query = nextQuery(response)
    }
  }
  return {
    ...methods,
    each,
    connectAlerts: (options) => connectAlerts({ post: methods.POST, url, token: present }, options),
  }
}
