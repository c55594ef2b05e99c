import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { literalDeployment, openRoute } from '../../harness/spec/gateway/literalDeployment.ts'
import { firstRequest } from '../firstRequest.ts'
import { isForeign } from '../guard.ts'

const message = (method: string, headers: Record<string, string | undefined>) =>
  ({ method, headers }) as IncomingMessage

const host = '127.0.0.1:3000'

test.each<[string, string, Record<string, string>, boolean]>([
  ['of its own origin', 'POST', { origin: `http://${host}` }, false],
  ['of a program', 'POST', {}, false],
  ['of a neighbour port', 'POST', { origin: 'http://127.0.0.1:30001' }, true],
  ['of a shorter port', 'POST', { origin: 'http://127.0.0.1:300' }, true],
  ['of no port', 'POST', { origin: 'http://127.0.0.1' }, true],
  ['of another name of this machine', 'POST', { origin: 'http://localhost:3000' }, true],
  ['of another scheme', 'POST', { origin: `https://${host}` }, true],
  ['of no origin that it would name', 'POST', { origin: 'null' }, true],
  ['by another method', 'DELETE', { origin: 'http://127.0.0.1:30001' }, true],
  ['of its own page', 'GET', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false],
  ['of the address bar', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false],
  ['of a link elsewhere', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, false],
  ['of a page at another port', 'GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, true],
  ['of an image elsewhere', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, true],
])('a request %s by %s with %j is foreign to the start page: %s', (_what, method, headers, foreign) => {
  expect(isForeign(message(method, { host, ...headers }))).toBe(foreign)
})

test('the first request is a read that needs no input, of a signed-in caller if there is one', () => {
  const authorizer = { issuer: 'i', audiences: [], identitySources: [] }
  const first = (...routes: string[]) =>
    firstRequest(
      literalDeployment({
        routes: routes.map((key) =>
          key.startsWith('!') ? { ...openRoute(key.slice(1)), authorizer } : openRoute(key),
        ),
      }),
      'http://h',
    )

  expect(first('POST /a', 'GET /a/{id}', 'GET /open', '!GET /own')).toMatch(/ http:\/\/h\/own$/)
  expect(first('!POST /a', '!GET /a/{id}', 'GET /open')).toMatch(/ http:\/\/h\/open$/)
  expect(first('$default')).toMatch(/ http:\/\/h\/$/)
})
