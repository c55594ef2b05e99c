import type { LocalPages } from '../runner/gateway/httpApi.ts'

/**
 * Sends a browser that opens the panel as `localhost` to its own address: platforms lead back there, and a tab keeps
 * its sign-in and the link that it has begun for one origin (RFC 8252, section 8.3, on the two names).
 */
export const panelAtItsAddress: LocalPages = ({ method, url = '', headers, socket }, response) => {
  const isPanel = method === 'GET' && /^\/panel(?:\?|$)/.test(url)
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && /^localhost(?::|$)/i.test(headers.host ?? '')
  if (!isPanel || !isOpened) return false
  response.writeHead(307, { location: `http://127.0.0.1:${socket.localPort}${url}`, 'cache-control': 'no-store' }).end()
  return true
}
