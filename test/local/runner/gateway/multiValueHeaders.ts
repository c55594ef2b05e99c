import { newRoot } from '../lambda/traceId.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import { hopByHopHeaders } from './hopByHopHeaders.ts'

/** Name → all its values, in the order sent. */
export const grouped = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const groups: Record<string, string[]> = {}
  for (const [name, value] of pairs) groups[name] = [...(groups[name] ?? []), value]
  return groups
}

export const lastOfEach = (groups: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']))

/** The headers of a request in the case sent, without those of the connection, with the gateway's own. */
export const multiValueHeaders = (
  request: Pick<GatewayRequest, 'headers' | 'sourceIp' | 'port'>,
  epochMilliseconds: number,
): Record<string, string[]> => {
  const dropped = hopByHopHeaders(headerValue(request, 'connection'))
  return grouped([
    ...request.headers.filter(([name]) => !dropped.has(name.toLowerCase())),
    ['X-Amzn-Trace-Id', `Root=${newRoot(epochMilliseconds)}`],
    ['X-Forwarded-For', request.sourceIp],
    ['X-Forwarded-Port', String(request.port)],
    ['X-Forwarded-Proto', 'http'],
  ])
}
