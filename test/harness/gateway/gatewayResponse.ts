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
