import type { IncomingMessage } from 'node:http'

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
