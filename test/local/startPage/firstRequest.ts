import type { Deployment } from 'serve-assembly/deployment'

/** A read that needs no input, by a signed-in caller if there is one. */
export const firstRequest = ({ httpApi }: Pick<Deployment, 'httpApi'>, api: string): string => {
  const reads = httpApi.routes.filter(({ routeKey }) => /^GET [^{]*$/.test(routeKey))
  const route = reads.find(({ authorizer }) => authorizer !== undefined) ?? reads[0]
  const path = route?.routeKey.slice('GET '.length) ?? '/'
  return `curl -i -H "Authorization: Bearer $TOKEN" ${api}${path}`
}
