import type createClientOfLibrary from 'openapi-fetch'
import type { Middleware } from 'openapi-fetch'

type Options = Pick<NonNullable<Parameters<typeof createClientOfLibrary>[0]>, 'baseUrl' | 'fetch'>

interface Parts {
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
  }
  readonly body?: unknown
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const queryOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The part of openapi-fetch that the client uses, in a tenth of its bytes: pages are built with it. */
export const leanClient = ({ baseUrl = '', fetch: send = fetch }: Options) => {
  const middlewares: Middleware[] = []
  const method =
    (name: string) =>
    async (path: string, { params, body }: Parts = {}) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_placeholder, key: string) =>
        encodeURIComponent(String(params?.path?.[key])),
      )
      let request = new Request(baseUrl + filled + queryOf(params?.query), {
        method: name,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      for (const { onRequest } of middlewares)
        request = ((await onRequest?.({ request, schemaPath: path } as never)) as Request | undefined) ?? request
      const response = await send(request)
      const content = parsed(await response.text())
      return response.ok ? { data: content, response } : { error: content, response }
    }
  return {
    GET: method('GET'),
    POST: method('POST'),
    PUT: method('PUT'),
    use: (middleware: Middleware) => middlewares.push(middleware),
  }
}
