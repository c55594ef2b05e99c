import { expect, test } from 'vitest'
import { requestNotice } from '../../cli/requestNotice.ts'

const served = {
  routes: [{ routeKey: 'GET /alerts/{id}' }, { routeKey: 'GET /alerts' }, { routeKey: 'PUT /config' }],
  issuer: 'http://127.0.0.1:1',
}

const notice = (method: string, target: string, status: number, facts: { routeKey?: string; tokenIssuer?: string }) =>
  requestNotice(
    {
      routeKey: undefined,
      tokenIssuer: undefined,
      functionLogicalId: undefined,
      milliseconds: 1,
      requestId: 'r',
      invocationId: undefined,
      isOwn: false,
      ...facts,
      method,
      target,
      status,
    },
    served,
  )

test.each([
  ['a slip in the path', 'GET', '/alert/7?size=2', 404, 'GET /alerts/7'],
  ['a slash too many', 'GET', '/alerts/', 404, 'GET /alerts'],
  ['a method that the path does not have', 'DELETE', '/config', 404, 'PUT /config'],
  ['a slip in a request to a REST API', 'GET', '/alert', 403, 'GET /alerts'],
])('%s: the route that was meant is named', (_title, method, target, status, meant) => {
  expect(notice(method, target, status, {})).toMatch(new RegExp(`there is no such route; did you mean ${meant}\\?$`))
})

test('a path that is near to none of the routes is only refused', () => {
  expect(notice('GET', '/wp-login.php', 404, {})).toBe('GET /wp-login.php: 404, there is no such route')
})

test.each([
  ['404 by a function', 404, { routeKey: 'GET /alerts/{id}' }],
  ['401 without a token', 401, { routeKey: 'GET /alerts' }],
  ['401 for a token of the right issuer', 401, { routeKey: 'GET /alerts', tokenIssuer: 'http://127.0.0.1:1' }],
])('%s is not explained: its answer says why', (_title, status, facts) => {
  expect(notice('GET', '/alerts/7', status, facts)).toBe(undefined)
})
