import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { dataFolderFrom, wholeNumber } from '../../cli/optionValues.ts'
import { startOptionsFrom } from '../../cli/startOptions.ts'
import { firstRequest } from '../../firstRequest.ts'
import { functionVariables, parseFunctionVariables, verifyFunctionVariables } from '../../lambda/functionVariables.ts'
import { isLoopbackOrigin, namesThisMachine } from '../../loopback.ts'
import { isForeign } from '../../startPage/guard.ts'
import { literalDeployment, openRoute } from '../gateway/literalDeployment.ts'
import { functionResource } from '../lambda/testFunction.ts'

const message = (method: string, headers: Record<string, string | undefined>) =>
  ({ method, headers }) as IncomingMessage

test.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['tunnel.example', true],
  ['tunnel.example:443', true],
  ['127.0.0.10', false],
  ['127.0.0.1.example', false],
  ['evil.localhost', false],
  ['localhost.example', false],
  ['localhost:3000.example', false],
  ['a.tunnel.example', false],
  ['tunnel.example.evil', false],
  ['::1', false],
  ['', false],
  [undefined, false],
])('a request to %s is for this machine and its tunnel: %s', (host, expected) => {
  expect(namesThisMachine(message('GET', { host }), ['tunnel.example'])).toBe(expected)
})

test.each([
  [undefined, []],
  ['', []],
  ['A.example, b.example,', ['a.example', 'b.example']],
])('--host-name %s admits the names %j alone', (hostName, names) => {
  const flags = { port: 3000, ...(hostName !== undefined && { hostName }) }

  expect(startOptionsFrom(flags, { projectFolder: '/p' }).hostNames).toEqual(names)
})

test.each([
  [undefined, true],
  ['http://localhost:5173', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:1', true],
  ['http://127.0.0.1.example', false],
  ['http://localhost.example', false],
  ['http://localhost@evil.example', false],
  ['null', false],
  ['', false],
])('a page of %s is of this machine: %s', (origin, expected) => {
  expect(isLoopbackOrigin(origin)).toBe(expected)
})

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

test.each([
  ['0', 0],
  ['65535', 65_535],
  ['-1', undefined],
  ['65536', undefined],
  ['1.0', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  [' 1', undefined],
  ['', undefined],
])('the port %j is %s', (value, expected) => {
  const read = () => wholeNumber(0, 65_535)(value)

  if (expected === undefined) expect(read).toThrow('Expected a whole number from 0 to 65535.')
  else expect(read()).toBe(expected)
})

test.each([
  [undefined, '/p/.local'],
  ['memory', 'memory'],
  ['memory2', '/p/memory2'],
  ['/data', '/data'],
])('--data %s is %s', (value, expected) => {
  expect(dataFolderFrom(value, '/p')).toBe(expected)
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

test('a variable of one function comes before that of all functions, and its id before its logical id', () => {
  const variables = parseFunctionVariables(
    '{"example":{"A":1,"T":true},"ExampleFunction":{"A":2,"B":2},"Parameters":{"A":3,"B":3,"C":3},"exampl":{"A":4}}',
  )

  expect(functionVariables(variables, functionResource())).toEqual({ A: '1', B: '2', C: '3', T: 'true' })
})

test.each([
  [{ example: { TABLE: 'x' } }, undefined],
  [{ ExampleFunction: { TABLE: 'x' } }, undefined],
  [{ Parameters: { OTHER: 'x' } }, undefined],
  [{ exampl: { TABLE: 'x' } }, "there is no function 'exampl'"],
  [{ example: { TABL: 'x' } }, 'example: no variable TABL is declared in the template'],
  [{ example: { OTHER: 'x' } }, 'example: no variable OTHER is declared in the template'],
])('the variables %j are refused: %s', (variables, problem) => {
  const other = functionResource({ id: 'other', logicalId: 'OtherFunction', environment: { OTHER: '' } })
  const verify = () => verifyFunctionVariables(variables, [functionResource(), other])

  if (problem === undefined) expect(verify).not.toThrow()
  else expect(verify).toThrow(problem)
})
