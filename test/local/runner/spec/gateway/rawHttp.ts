import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** Names as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const responseFrom = (text: string): RawResponse => {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    }),
    body: text.slice(end + 4),
  }
}

/** Sends these very bytes over one connection and takes all that comes back until the server closes or `ms` have passed in silence. */
export const exchanged = (port: number, parts: readonly (string | Buffer)[], silence = 300): Promise<string> =>
  new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(silence, () => socket.end())
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')))
    for (const part of parts) socket.write(part)
  })

/** One request, line by line (`Host` and `Connection: close` are added), and its response. */
export const rawRequest = async (
  port: number,
  requestLine: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<RawResponse> => {
  const head = [requestLine, 'Host: localhost', ...headers, 'Connection: close', '', ''].join('\r\n')
  return responseFrom(await exchanged(port, [head, body], 5000))
}
