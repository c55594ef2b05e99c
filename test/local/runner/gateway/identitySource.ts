import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import { queryParametersFrom, requestTargetFrom } from './requestTarget.ts'

/** The value at `$request.header.<name>` or `$request.querystring.<name>`; undefined when it is absent or empty. */
export const identityAt = (source: string, request: GatewayRequest): string | undefined => {
  const [, place, name = ''] = /^\$request\.(header|querystring)\.(.+)$/.exec(source) ?? []
  const query = requestTargetFrom(request.target)?.rawQueryString ?? ''
  const sent = place === 'header' ? headerValue(request, name.toLowerCase()) : queryParametersFrom(query)?.[name]
  return sent === '' ? undefined : sent
}
