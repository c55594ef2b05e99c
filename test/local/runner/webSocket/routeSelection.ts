import type { MockRouteResource, RouteResource, WebSocketApiResource } from '../deployment.ts'
import { orUndefined } from '../orUndefined.ts'

const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined,
    value,
  )

/**
 * The route of a message: the one whose key the expression finds in the message, else `$default`, if there is one.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
 *
 * @throws Error when the API selects by something else than a member of the body
 */
export const routeSelector = ({
  routes,
  mockRoutes,
  routeSelectionExpression,
  logicalId,
}: Pick<WebSocketApiResource, 'routes' | 'mockRoutes' | 'routeSelectionExpression' | 'logicalId'>): ((
  body: string,
) => RouteResource | MockRouteResource | undefined) => {
  const [, path] = /^\$request\.body\.([\w.-]+)$/.exec(routeSelectionExpression) ?? []
  if (path === undefined)
    throw new Error(`${logicalId}: the route selection expression ${routeSelectionExpression} is not imitated`)
  const byKey = new Map([...routes, ...mockRoutes].map((route) => [route.routeKey, route]))
  return (body) => {
    const selected = memberAt(
      orUndefined(() => JSON.parse(body)),
      path.split('.'),
    )
    const named = typeof selected === 'string' && !selected.startsWith('$') ? byKey.get(selected) : undefined
    return named ?? byKey.get('$default')
  }
}
