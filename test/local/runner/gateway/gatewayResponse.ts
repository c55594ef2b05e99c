import type { Duplex } from 'node:stream'

/** A response of the gateway: names in lower case; a name may repeat (`set-cookie`). */
export interface GatewayResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

const messages = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const

/** A status that the gateway answers without a function. */
export type GatewayErrorStatus = keyof typeof messages

/** The gateway's own error answer: `{"message": …}` and nothing else. */
export const gatewayError = (
  status: GatewayErrorStatus,
  headers: GatewayResponse['headers'] = [],
): GatewayResponse => ({
  status,
  headers: [['content-type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify({ message: messages[status] })),
})

/** Answers on a socket on which there is no response yet, and ends it. */
export const endWith = (socket: Duplex, status: number, body: Buffer): void => {
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status} \r\n${headers}\r\n\r\n${body}`)
}
