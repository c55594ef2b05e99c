import { expect, test } from 'vitest'
import { createInLanes, type RouteResources } from '../../../infra/creationOrder.ts'

test('a route waits for the one that is eight places before it', () => {
  const waits: string[] = []
  const routes = Array.from({ length: 18 }, (_each, index) => ({
    integration: { addResourceDependency: (route: { id: number }) => waits.push(`${index} after ${route.id}`) },
    route: { id: index },
  }))

  createInLanes(routes as unknown as readonly RouteResources[])

  expect(waits).toEqual(Array.from({ length: 10 }, (_each, index) => `${index + 8} after ${index}`))
})
