import type { RequestListener, ServerResponse } from 'node:http'

const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Whether the request names this machine, or one of the other names. A page of another origin can point a name of its own at 127.0.0.1 (DNS rebinding), and
 * what answers there is then of the page's own origin to a browser, but the page cannot choose the `Host` that the browser sends.
 */
export const namesThisMachine = (
  { headers }: { readonly headers: Readonly<Record<string, unknown>> },
  otherNames: readonly string[] = [],
): boolean => {
  const name = String(headers['host'] ?? '')
    .replace(/:\d+$/, '')
    .toLowerCase()
  return loopbackName.test(name) || otherNames.includes(name)
}

/** Whether a page of this origin is served by this machine; a request of a program has no origin. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackName.test(URL.parse(origin)?.hostname ?? '')

/** The answer to a request that names another host. */
export const refuseHost = (response: ServerResponse): void => {
  response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' })
  response.end('This address answers to 127.0.0.1 and localhost only.')
}

/** Passes on only requests that name this machine, or one of the other names. */
export const forThisMachine =
  (listener: RequestListener, otherNames: readonly string[] = []): RequestListener =>
  (message, response) =>
    namesThisMachine(message, otherNames) ? listener(message, response) : refuseHost(response)
