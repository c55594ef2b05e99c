import type { RouteResource } from '../deployment.ts'
import { decoded } from './requestTarget.ts'

type Routed = Pick<RouteResource, 'routeKey'>

/** The route of a request, and the values of its path variables. */
export interface RouteMatch<Route extends Routed = RouteResource> {
  readonly route: Route
  readonly pathParameters: Readonly<Record<string, string>>
}

interface CompiledRoute<Route> {
  readonly route: Route
  readonly method: string
  readonly segments: readonly string[]
}

const defaultRouteKey = '$default'

const compiled = <Route extends Routed>(route: Route): CompiledRoute<Route> => {
  const [method = '', path = ''] = route.routeKey.split(' ')
  return { route, method, segments: path.split('/').slice(1) }
}

const isGreedy = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('+}')
const isVariable = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}')

/** The precedence of a segment: literal, variable, greedy variable. */
const rank = (segment: string): number => (isGreedy(segment) ? 2 : isVariable(segment) ? 1 : 0)

const bySpecificity = (one: CompiledRoute<Routed>, other: CompiledRoute<Routed>): number => {
  for (const [index, segment] of one.segments.entries()) {
    const opposite = other.segments[index]
    if (opposite === undefined) return 1
    if (rank(segment) !== rank(opposite)) return rank(segment) - rank(opposite)
  }
  if (one.segments.length !== other.segments.length) return -1
  return Number(one.method === 'ANY') - Number(other.method === 'ANY')
}

const parametersOf = (pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const rest = path.slice(index)
    const [actual] = rest
    if (actual === undefined || (isVariable(segment) && rest.join('/') === '')) return undefined
    if (isGreedy(segment)) {
      parameters[segment.slice(1, -2)] = rest.join('/')
      return parameters
    }
    if (!isVariable(segment) && segment !== actual) return undefined
    if (isVariable(segment) && actual === '') return undefined
    if (isVariable(segment)) parameters[segment.slice(1, -1)] = actual
  }
  return pattern.length === path.length ? parameters : undefined
}

/** An HTTP API matches the path decoded once (see `requestTarget.ts`), and decodes the variables a second time. */
const secondTimeDecoded = (value: string): string => decoded(value) ?? value

/**
 * The function that selects a route: the most specific path that has the method first, a method before `ANY`, then `$default`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export const routeSelector = <Route extends Routed>(
  routes: readonly Route[],
  readValue: (sent: string) => string = secondTimeDecoded,
): ((method: string, routedPath: string) => RouteMatch<Route> | undefined) => {
  const candidates = routes
    .filter(({ routeKey }) => routeKey !== defaultRouteKey)
    .map(compiled)
    .sort(bySpecificity)
  const fallback = routes.find(({ routeKey }) => routeKey === defaultRouteKey)

  return (method, routedPath) => {
    const path = routedPath.split('/').slice(1)
    for (const candidate of candidates) {
      if (candidate.method !== method && candidate.method !== 'ANY') continue
      const parameters = parametersOf(candidate.segments, path)
      if (!parameters) continue
      const values = Object.entries(parameters).map(([name, value]) => [name, readValue(value)])
      return { route: candidate.route, pathParameters: Object.fromEntries(values) }
    }
    return fallback && { route: fallback, pathParameters: {} }
  }
}

/**
 * The path below the stage, or undefined when the path is not of this stage. `$default` has no prefix of its own.
 */
export const pathBelowStage = (stage: string, path: string): string | undefined => {
  if (stage === '$default') return path
  if (path === `/${stage}`) return '/'
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined
}
