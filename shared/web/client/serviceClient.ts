import type { Answer, ItemOf, ListPath, QueryOf } from './answer.ts'
import { type AlertOptions, connectAlerts } from './connectAlerts.ts'
import type { paths } from './generated/api.ts'
import { type ListeningClient, listeningClient, type ServiceClientOptions } from './listeningClient.ts'
import type { Listening } from './live/listen.ts'
import { ServiceError } from './problem.ts'

export interface ServiceClient extends ListeningClient {
  /** The items of a list, page after page; throws a `ServiceError`. */
  each<Path extends ListPath>(path: Path, query?: QueryOf<Path>): AsyncGenerator<ItemOf<Path>, void, undefined>
  /** Shows every alert once, however often the connection is cut. */
  connectAlerts(options: AlertOptions): Listening
}

type AnyGet = (path: string, parameters: object) => Promise<Answer<paths['/alerts']['get']>>

/** The query of the next page, from the `Link` header; undefined after the last one. */
const nextQuery = (response: Response): object | undefined => {
  const [, query] = /<[^>?]*\?([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  if (query === undefined) return undefined
  const parameters = new URLSearchParams(query)
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]))
}

/** A typed client of the service at a URL. Requests are repeated when that is safe and can help. */
export const serviceClient = (options: ServiceClientOptions): ServiceClient => {
  const client = listeningClient(options)
  const each: ServiceClient['each'] = async function* (path, first = {} as never) {
    for (let query: object | undefined = first; query !== undefined; ) {
      const { data, error, response } = await (client.GET as AnyGet)(path, { params: { query } })
      if (error !== undefined) throw new ServiceError(error)
      yield* data.content as readonly never[]
      query = nextQuery(response)
    }
  }
  const { url, token } = options
  const service = { post: client.POST, url, token: () => (typeof token === 'string' ? token : token()) }
  return { ...client, each, connectAlerts: (alertOptions) => connectAlerts(service, alertOptions) }
}
