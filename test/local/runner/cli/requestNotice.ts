import type { RouteResource } from '../deployment.ts'
import { nearest } from '../didYouMean.ts'
import type { ServedRequest } from '../gateway/httpApi.ts'

export interface Served {
  readonly routes: readonly Pick<RouteResource, 'routeKey'>[]
  readonly issuer: string
}

/** A route's path with the values of the request in place of its variables, as far as it has them. */
const filled = (pattern: string, path: string): string => {
  const given = path.split('/')
  return pattern
    .split('/')
    .map((segment, index) => (/^\{.*\}$/.test(segment) ? given[index] || segment : segment))
    .join('/')
}

/** The route that a request was meant for: that of the nearest path, by its method if it has that. */
const meantRoute = (method: string, path: string, { routes }: Served): string | undefined => {
  const known = routes.map(({ routeKey }) => {
    const [verb = '', pattern = ''] = routeKey.split(' ')
    return { verb, path: filled(pattern, path) }
  })
  const nearestPath = nearest(
    path,
    known.map((each) => each.path),
  )
  const candidates = known.filter((each) => each.path === nearestPath)
  const meant = candidates.find(({ verb }) => verb === method) ?? candidates[0]
  return meant && `${meant.verb} ${meant.path}`
}

/** Says in one line why the gateway refused a request, where its answer does not: API Gateway's own says as little. */
export const requestNotice = (request: ServedRequest, served: Served): string | undefined => {
  const { method, target, status, routeKey, tokenIssuer } = request
  const path = target.replace(/[?#].*/s, '')
  if (routeKey === undefined && (status === 404 || status === 403)) {
    const meant = meantRoute(method, path, served)
    return `${method} ${path}: ${status}, there is no such route${meant === undefined ? '' : `; did you mean ${meant}?`}`
  }
  if (status !== 401 || tokenIssuer === undefined || tokenIssuer === served.issuer) return undefined
  return `${method} ${path}: 401, the issuer of the token is ${tokenIssuer}, expected ${served.issuer}`
}
