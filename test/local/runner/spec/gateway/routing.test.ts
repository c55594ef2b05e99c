import { describe, expect, test } from 'vitest'
import { pathBelowStage, routeSelector } from '../../gateway/routing.ts'
import { openRoute } from './literalDeployment.ts'

const selected = (routeKeys: readonly string[], method: string, path: string) => {
  const match = routeSelector(routeKeys.map((routeKey) => openRoute(routeKey)))(method, path)
  return match && [match.route.routeKey, match.pathParameters]
}

describe('routeSelector', () => {
  // The example of the developer guide, its order turned around: the order of declaration must not matter.
  const documented = ['$default', 'ANY /{proxy+}', 'GET /pets/{proxy+}', 'GET /pets/dog/{id}', 'GET /pets/dog/1']

  test.each([
    ['GET', '/pets/dog/1', 'GET /pets/dog/1', {}],
    ['GET', '/pets/dog/2', 'GET /pets/dog/{id}', { id: '2' }],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}', { proxy: 'cat/1' }],
    ['POST', '/test/5', 'ANY /{proxy+}', { proxy: 'test/5' }],
    ['GET', '/', '$default', {}],
  ])('sends %s %s to %s', (method, path, routeKey, parameters) => {
    expect(selected(documented, method, path)).toEqual([routeKey, parameters])
  })

  test.each([
    ['a method before ANY', ['ANY /a', 'GET /a'], 'GET', '/a', ['GET /a', {}]],
    ['ANY for the other methods', ['ANY /a', 'GET /a'], 'PURGE', '/a', ['ANY /a', {}]],
    ['a literal of ANY before a variable', ['GET /{x}', 'ANY /a'], 'GET', '/a', ['ANY /a', {}]],
    ['the first literal', ['GET /{x}/b', 'GET /a/{y}'], 'GET', '/a/b', ['GET /a/{y}', { y: 'b' }]],
    ['a variable before a greedy one', ['GET /{p+}', 'GET /{x}'], 'GET', '/a', ['GET /{x}', { x: 'a' }]],
    ['a greedy one for more', ['GET /{p+}', 'GET /{x}'], 'GET', '/a/b', ['GET /{p+}', { p: 'a/b' }]],
    ['the longer greedy one', ['GET /{p+}', 'GET /a/{p+}'], 'GET', '/a/b', ['GET /a/{p+}', { p: 'b' }]],
    ['a greedy one when the method differs', ['POST /a', 'GET /{p+}'], 'GET', '/a', ['GET /{p+}', { p: 'a' }]],
    ['two variables', ['GET /{x}/{y}'], 'GET', '/a/b', ['GET /{x}/{y}', { x: 'a', y: 'b' }]],
    ['the root', ['GET /'], 'GET', '/', ['GET /', {}]],
    ['a variable decoded a second time', ['GET /{x}'], 'GET', '/a%2Fb', ['GET /{x}', { x: 'a/b' }]],
  ])('prefers %s', (_what, routeKeys, method, path, expected) => {
    expect(selected(routeKeys, method, path)).toEqual(expected)
  })

  test.each([
    ['another method', ['GET /a'], 'POST', '/a'],
    ['HEAD, which no GET stands in for', ['GET /a'], 'HEAD', '/a'],
    ['a slash at the end', ['GET /a'], 'GET', '/a/'],
    ['a segment more', ['GET /a/{x}'], 'GET', '/a/b/c'],
    ['a segment less', ['GET /a/{x}'], 'GET', '/a'],
    ['an empty segment for a variable', ['GET /a/{x}'], 'GET', '/a/'],
    ['an empty segment before another', ['GET /a/{x}/c'], 'GET', '/a//c'],
    ['nothing for a greedy variable', ['GET /a/{p+}'], 'GET', '/a/'],
    ['another case', ['GET /a'], 'GET', '/A'],
  ])('finds no route for %s', (_what, routeKeys, method, path) => {
    expect(selected(routeKeys, method, path)).toBeUndefined()
  })
})

describe('pathBelowStage', () => {
  test.each([
    ['$default', '/a', '/a'],
    ['prod', '/prod/a', '/a'],
    ['prod', '/prod', '/'],
    ['prod', '/prod/', '/'],
    ['prod', '/a', undefined],
    ['prod', '/production/a', undefined],
  ])('stage %s: %s is %s', (stage, path, expected) => {
    expect(pathBelowStage(stage, path)).toBe(expected)
  })
})
