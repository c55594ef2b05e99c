import type { Duplex } from 'node:stream'
import { endWith } from '../gateway/gatewayResponse.ts'
import type { InvocationResult } from '../lambda/invocation.ts'

/** The result of `$connect`: an open connection, or a refusal. */
export type Verdict =
  | { readonly accepted: true; readonly protocol: string | undefined }
  | { readonly accepted: false; readonly status: number }

const badGateway = 502
const gatewayTimeout = 504

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The subprotocol that the function chose; API Gateway chooses none by itself. */
const protocolOf = (payload: unknown): string | undefined => {
  const headers = Object.entries(memberOf(payload, 'headers') ?? {})
  const [, value] = headers.find(([name]) => name.toLowerCase() === 'sec-websocket-protocol') ?? []
  return typeof value === 'string' ? value : undefined
}

/** The decision of the `$connect` function. A failed function refuses the connection; without a function it is accepted. */
export const verdictFrom = (result: InvocationResult | 'late' | undefined): Verdict => {
  if (result === undefined) return { accepted: true, protocol: undefined }
  if (result === 'late') return { accepted: false, status: gatewayTimeout }
  if (result.kind !== 'success') return { accepted: false, status: badGateway }
  const status = Number(memberOf(result.payload, 'statusCode') ?? Number.NaN)
  if (!Number.isInteger(status) || status < 200 || status > 599) return { accepted: false, status: badGateway }
  return status < 300 ? { accepted: true, protocol: protocolOf(result.payload) } : { accepted: false, status }
}

const messages: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  502: 'Internal server error',
  504: 'Endpoint request timed out',
}

/** Refuses the request for a connection. */
export const refuse = (socket: Duplex, status: number): void => {
  endWith(socket, status, Buffer.from(JSON.stringify({ message: messages[status] ?? '' })))
}
