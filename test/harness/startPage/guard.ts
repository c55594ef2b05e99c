import type { IncomingMessage } from 'node:http'

/**
 * Whether the request names this machine by a loopback name. A page of another origin can point a name of its own at 127.0.0.1 (DNS rebinding) and
 * would then read the token, but it cannot choose the `Host` that the browser sends.
 */
export const isLoopbackHost = ({ headers, socket }: IncomingMessage): boolean =>
  headers.host === `127.0.0.1:${socket.localPort}` || headers.host === `localhost:${socket.localPort}`

/**
 * Whether a page of another origin has sent the request. A browser sends `Origin` with every POST of a page, and `Sec-Fetch-Site` with every
 * request; programs send neither. A link from elsewhere may open the start page.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export const isForeign = ({ method, headers }: IncomingMessage): boolean => {
  if (method !== 'GET') return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin' || site === 'none'
  return !isOwn && headers['sec-fetch-mode'] !== 'navigate'
}
